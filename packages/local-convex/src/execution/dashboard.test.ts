import { beforeAll, expect, test } from "vitest";
import type { CronJob, DocumentPage, FileDocument, TableShape, WaitingJob } from "../contract/dashboard";
import { queryOf } from "../../testing/core";
import { coreOfFile } from "../../testing/coreOfFile";

const modules = {
  "schema.ts": `
    import { defineSchema, defineTable } from "convex/server";
    import { v } from "convex/values";
    export default defineSchema({
      people: defineTable({ name: v.string(), age: v.optional(v.number()) }).index("byName", ["name"]),
    });`,
  "people.ts": `
    import { mutationGeneric, queryGeneric } from "convex/server";
    export const names = queryGeneric({ handler: async (ctx) => (await ctx.db.query("people").collect()).map((p) => p.name) });
    export const add = mutationGeneric({ handler: async (ctx, { from, to }) => {
      for (let age = from; age < to; age++) await ctx.db.insert("people", { name: "p" + (age % 7), age });
    } });
    export const later = mutationGeneric({ handler: (ctx) => ctx.scheduler.runAfter(3_600_000, "people:add", { from: 0, to: 1 }) });`,
  "crons.ts": `
    import { cronJobs } from "convex/server";
    const crons = cronJobs();
    crons.cron("grow", "0 0 29 2 *", "people:add", { from: 0, to: 1 });
    export default crons;`,
};

const core = coreOfFile(modules);
beforeAll(async () => {
  await core.mutation("people:add", { from: 0, to: 5_000 });
});

test("a page of a large table reads only its own documents, and the next page continues after it", async () => {
  const first = await documents({ paginationOpts: { numItems: 50, cursor: null } });
  expect(first).toMatchObject({ documentsRead: 50, isDone: false, index: null });
  expect(first.page.map(({ age }) => age)).toEqual(Array.from({ length: 50 }, (_, at) => 4_999 - at));

  const second = await documents({ paginationOpts: { numItems: 50, cursor: first.continueCursor } });
  expect(second.page[0]).toMatchObject({ age: 4_949 });
});

test("a filter reads at most 2,000 documents for a page, reports how many, and the next page continues there", async () => {
  const conditions = [{ field: "age", op: "lt", value: 1 }];
  const first = await documents({ conditions });
  expect(first).toMatchObject({ page: [], documentsRead: 2_000, isDone: false });
  const second = await documents({ conditions, paginationOpts: { numItems: 10, cursor: first.continueCursor } });
  const third = await documents({ conditions, paginationOpts: { numItems: 10, cursor: second.continueCursor } });
  expect(third).toMatchObject({ page: [{ age: 0, name: "p0" }], documentsRead: 1_000, isDone: true });
});

test("a filter that an index serves reads only matching documents, and a filter on an id reads one", async () => {
  const named = await documents({
    conditions: [{ field: "name", op: "eq", value: "p3" }],
    paginationOpts: { numItems: 20, cursor: null },
  });
  expect(named).toMatchObject({ documentsRead: 20, index: "byName" });
  expect(new Set(named.page.map(({ name }) => name))).toEqual(new Set(["p3"]));

  const [person] = named.page;
  const one = await documents({ conditions: [{ field: "_id", op: "eq", value: person!._id }] });
  expect(one).toMatchObject({ page: [person], documentsRead: 1, isDone: true });
  expect(await documents({ conditions: [{ field: "_id", op: "eq", value: "nothing" }] })).toMatchObject({ page: [] });
});

test("a condition without a value finds the documents that lack the field", async () => {
  const id = await admin("mutation", "addDocument", { table: "people", document: { name: "ageless" } });
  expect((await documents({ conditions: [{ field: "age", op: "eq" }] })).page).toMatchObject([{ _id: id }]);
  await admin("mutation", "deleteDocuments", { table: "people", ids: [id] });
});

test("a table's shape has its validator, its indexes and a count of at most a thousand", async () => {
  expect(await admin<TableShape>("query", "tableShape", { table: "people" })).toMatchObject({
    indexes: [{ name: "byName", fields: ["name"] }],
    documentType: { type: "object" },
    count: 1_000,
  });
});

test("a document edited in the dashboard is validated like one that a function writes, and live queries see it", async () => {
  const watched = live({ path: "people:names" });
  const id = await admin<string>("mutation", "addDocument", { table: "people", document: { name: "Asha" } });
  expect(await watched()).toContain('"Asha"');

  await expect(admin("mutation", "addDocument", { table: "people", document: { name: 1 } })).rejects.toThrow("name");
  const change = { table: "people", id, expected: { name: "Asha" }, document: { name: "Ravi", age: 20 } };
  await admin("mutation", "replaceDocument", change);
  expect(await watched()).toContain('"Ravi"');
  await expect(admin("mutation", "replaceDocument", change)).rejects.toThrow("has changed since you opened it");

  await admin("mutation", "deleteDocuments", { table: "people", ids: [id] });
  expect(await watched()).not.toContain('"Ravi"');
  await expect(admin("mutation", "replaceDocument", change)).rejects.toThrow("no longer exists");
});

test("the dashboard cannot write to a system table", async () => {
  const document = { sha256: "", size: 0 };
  await expect(admin("mutation", "addDocument", { table: "_storage", document })).rejects.toThrow("system tables");
});

test("pending jobs and cron jobs are listed, and a pending job can be cancelled", async () => {
  const id = await core.mutation("people:later");
  const waiting = await admin<WaitingJob[]>("query", "scheduledJobs");
  expect(waiting).toMatchObject([{ _id: id, name: "people.js:add", state: { kind: "pending" } }]);
  expect(await admin<CronJob[]>("query", "listCronJobs")).toMatchObject([
    { name: "grow", path: "people:add", schedule: { type: "cron" }, lastRun: null },
  ]);

  await admin("mutation", "cancelJobs", { ids: [id] });
  expect(await admin("query", "scheduledJobs")).toEqual([]);
});

test("the list of files is empty without files, and an upload URL can be generated", async () => {
  expect(await admin<DocumentPage<FileDocument>>("query", "files")).toMatchObject({ page: [], isDone: true });
  expect(await admin("mutation", "uploadUrl")).toMatch(/^http.*token=/);
});

const operations: ["query" | "mutation", string, object][] = [
  ["query", "tableShape", { table: "people" }],
  ["query", "paginatedTableDocuments", { table: "people" }],
  ["query", "scheduledJobs", {}],
  ["query", "listCronJobs", {}],
  ["query", "files", {}],
  ["mutation", "addDocument", { table: "people", document: { name: "Mallory" } }],
  ["mutation", "replaceDocument", { table: "people", id: "x", expected: {}, document: {} }],
  ["mutation", "deleteDocuments", { table: "people", ids: [] }],
  ["mutation", "cancelJobs", { ids: [] }],
  ["mutation", "deleteFiles", { ids: [] }],
  ["mutation", "uploadUrl", {}],
];

test.each(operations)("a caller without the admin key cannot run the %s %s", async (type, name, args) => {
  const outcome = await core.outcome(type, `_system/frontend/${name}`, args);
  expect(outcome).toMatchObject({ ok: false, error: { message: expect.stringContaining("Could not find public") } });
});

interface Person {
  _id: string;
  name: string;
  age?: number;
}

function documents(args: object): Promise<DocumentPage<Person>> {
  return admin("query", "paginatedTableDocuments", { table: "people", ...args });
}

async function admin<T>(udfType: "query" | "mutation", name: string, args: object = {}): Promise<T> {
  const path = `_system/frontend/${name}`;
  const call = { udfType, path, componentPath: "", args: JSON.stringify(args), identity: null } as const;
  const outcome = await core.core.run({ ...call, caller: "admin", requestId: "test" });
  if (!outcome.ok) throw new Error(outcome.error.message);
  return JSON.parse(outcome.value) as T;
}

/** Starts a live query. Returns a function that reads its newest result. */
function live(query: { path: string }): () => Promise<string> {
  const first = core.core.subscribe(1, { ...queryOf(query.path), ...query });
  return async () => {
    const { result } = await first;
    await core.core.timestamp();
    const newest = core.changed.flatMap(({ results }) => results).findLast(({ ids }) => ids.includes(1)) ?? result;
    return newest.outcome.ok ? newest.outcome.value : newest.outcome.error.message;
  };
}
