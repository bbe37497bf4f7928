import { afterAll, beforeAll, expect, test } from "vitest";
import { startCore, startCoreWith, type TestCore } from "../../testing/core";

const SCHEMA = `
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
export default defineSchema({ notes: defineTable({ text: v.string(), count: v.optional(v.int64()) }), others: defineTable({ n: v.number() }) });`;
const NOTES = `
import { mutationGeneric as mutation } from "convex/server";
import { v } from "convex/values";
export const add = mutation({ args: { texts: v.array(v.string()) }, handler: async (ctx, { texts }) => {
  const ids = [];
  for (const text of texts) ids.push(await ctx.db.insert("notes", { text, count: 5n }));
  return ids;
} });
export const other = mutation({ args: {}, handler: async (ctx) => { await ctx.db.insert("others", { n: Infinity }); } });
export const change = mutation({ args: { id: v.id("notes"), text: v.string() }, handler: async (ctx, { id, text }) => ctx.db.patch(id, { text }) });
export const remove = mutation({ args: { id: v.id("notes") }, handler: async (ctx, { id }) => ctx.db.delete(id) });
export const brief = mutation({ args: {}, handler: async (ctx) => ctx.db.delete(await ctx.db.insert("notes", { text: "brief" })) });
`;

let t: TestCore;

beforeAll(async () => {
  t = await startCoreWith({ "notes.ts": NOTES, "schema.ts": SCHEMA });
});
afterAll(() => t.core.stop());

interface Value {
  _id: string;
  _table: string;
  _deleted?: boolean;
  text?: string;
}

interface Page {
  values: Value[];
  snapshot: string;
  cursor: string | null;
  hasMore: boolean;
}

/** Parses a page, with its times as strings. */
function read(text: string): Page {
  return JSON.parse(text.replace(/("(?:snapshot|cursor|_ts)":)(\d+)/g, '$1"$2"')) as Page;
}

const ALL = { selection: {}, format: "json" };

async function snapshot(from: Pick<Page, "snapshot" | "cursor"> | null, options = ALL): Promise<Page> {
  const { snapshot, cursor } = from ?? { snapshot: null, cursor: null };
  return read(await t.core.exportPage({ kind: "snapshot", snapshot, cursor, ...options }));
}

async function deltas(cursor: string, options = ALL): Promise<Page> {
  return read(await t.core.exportPage({ kind: "deltas", cursor, ...options }));
}

const add = (...texts: string[]) => t.mutation("notes:add", { texts }) as Promise<string[]>;

test("an error names its place in the code of the worker", async () => {
  const request = { kind: "snapshot", snapshot: null, cursor: null, selection: {}, format: "xml" } as const;
  const failed = { code: "BadFormat", stack: expect.stringMatching(/at exportPage .*worker\.js/) as string };
  await expect(t.core.exportPage(request)).rejects.toMatchObject(failed);
});

test("a snapshot's pages and the deltas since give the current state, despite changes between the pages", async () => {
  const ids = await add(...Array.from({ length: 1_100 }, (_, at) => `n${at}`));
  const first = await snapshot(null);
  expect([first.values.length, first.hasMore]).toEqual([1_000, true]);
  await t.mutation("notes:change", { id: ids[0], text: "changed" });
  await t.mutation("notes:remove", { id: ids[1] });
  await t.mutation("notes:remove", { id: ids[1_050] });
  const [added] = await add("new");
  await t.mutation("notes:brief");
  const second = await snapshot(first);
  expect(second.hasMore).toBe(false);

  const state = new Map<string, string>();
  const apply = (values: Value[]) => {
    for (const { _id, _deleted, text } of values) {
      if (_deleted === true) state.delete(_id);
      else state.set(_id, text!);
    }
  };
  apply([...first.values, ...second.values]);
  const since = await deltas(first.snapshot);
  expect(since.values.map(({ _deleted }) => _deleted)).toEqual([false, true, true, false]);
  expect(since.values[1]).toEqual({
    _component: "",
    _table: "notes",
    _ts: expect.any(String),
    _deleted: true,
    _id: ids[1],
  });
  apply(since.values);
  const expectedIds = [...ids.filter((_, at) => at !== 1 && at !== 1_050), added];
  expect([...state.keys()].sort()).toEqual(expectedIds.sort());
  expect([state.get(ids[0]!), state.get(added!)]).toEqual(["changed", "new"]);

  expect(await deltas(since.cursor!)).toEqual({ values: [], cursor: since.cursor, hasMore: false });
  await t.mutation("notes:change", { id: ids[0], text: "again" });
  expect((await deltas(since.cursor!)).values).toMatchObject([{ _id: ids[0], text: "again" }]);
});

test("a selection excludes tables and columns, and values come as plain or exact JSON", async () => {
  await t.mutation("notes:other");
  const some = { selection: { "": { _other: "excluded", others: { _other: "included" } } }, format: "json" };
  expect((await snapshot(null, some)).values).toMatchObject([{ _table: "others", n: "Infinity" }]);
  const columns = {
    selection: { "": { others: "excluded", notes: { count: "incl", _other: "excl" } } },
    format: "json",
  };
  expect(Object.keys((await snapshot(null, columns)).values[0]!)).toEqual([
    "_component",
    "_table",
    "_ts",
    "_id",
    "count",
  ]);
  expect((await snapshot(null)).values[0]).toMatchObject({ count: "5" });
  const exact = { ...columns, format: "convex_encoded_json" };
  expect((await snapshot(null, exact)).values[0]).toMatchObject({ count: { $integer: "BQAAAAAAAAA=" } });
  expect(await t.core.tableColumns()).toContainEqual({
    component: "",
    name: "notes",
    columns: ["_creationTime", "_id", "count", "text"],
  });
});

test("a stream continues after a restart; one with an invalid cursor, or from before an import, must start over", async () => {
  const { snapshot: since } = await snapshot(null);
  await t.core.stop();
  t = await startCore(t.dir);
  const [id] = await add("after the restart");
  expect((await deltas(since)).values).toMatchObject([{ _id: id }]);
  await expect(deltas("5")).rejects.toMatchObject({ code: "OutOfRetention" });
  const toCome = String(BigInt(since) + 10n ** 15n);
  await expect(deltas(toCome)).rejects.toMatchObject({ code: "OutOfRetention" });
  await expect(snapshot({ snapshot: since, cursor: "x" })).rejects.toMatchObject({ code: "InvalidListSnapshotCursor" });
  await t.core.performImport({ mode: "replaceAll", component: "", tables: [], files: [] });
  await expect(deltas(since)).rejects.toMatchObject({ code: "OutOfRetention" });
});
