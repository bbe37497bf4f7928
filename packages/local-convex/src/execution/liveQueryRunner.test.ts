import { beforeEach, expect, test } from "vitest";
import type { LiveQuery, LiveResult } from "../contract/core";
import { queryOf } from "../../testing/core";
import { coreOfFile } from "../../testing/coreOfFile";

const NOTES = `
import { mutationGeneric as mutation, queryGeneric as query } from "convex/server";
import { v } from "convex/values";
export const add = mutation({ args: { room: v.string(), text: v.string() }, handler: async (ctx, args) => ctx.db.insert("notes", args) });
export const remove = mutation({ args: { id: v.string() }, handler: async (ctx, { id }) => ctx.db.delete(id) });
export const inRoom = query({ args: { room: v.string() }, handler: async (ctx, { room }) => {
  globalThis.runs = (globalThis.runs ?? 0) + 1;
  return (await ctx.db.query("notes").withIndex("by_room", (q) => q.eq("room", room)).collect()).map((note) => note.text);
} });
export const mine = query({ args: {}, handler: async (ctx) => {
  const known = await ctx.db.query("notes").withIndex("by_room", (q) => q.eq("room", "switch")).first();
  return known === null ? "nobody" : (await ctx.auth.getUserIdentity())?.subject ?? null;
} });
export const own = query({ args: {}, handler: async (ctx) => {
  globalThis.runs = (globalThis.runs ?? 0) + 1;
  const { subject } = await ctx.auth.getUserIdentity();
  const notes = await ctx.db.query("notes").withIndex("by_room", (q) => q.eq("room", subject)).collect();
  return notes.map((note) => note.text).join(" ").padEnd(100, ".");
} });
export const failing = query({ args: {}, handler: async (ctx) => {
  const notes = await ctx.db.query("notes").withIndex("by_room", (q) => q.eq("room", "failing")).collect();
  if (notes.length < 2) throw new Error("Too few");
  return notes.length;
} });
export const page = query({ args: { paginationOpts: v.any() }, handler: async (ctx, { paginationOpts }) => {
  const found = await ctx.db.query("notes").withIndex("by_room", (q) => q.eq("room", "paged")).paginate(paginationOpts);
  return { ...found, page: found.page.map((note) => note.text) };
} });
export const newTable = query({ args: {}, handler: async (ctx) => (await ctx.db.query("unheard").collect()).length });
export const makeTable = mutation({ args: {}, handler: async (ctx) => { await ctx.db.insert("unheard", {}); } });
export const runs = query({ args: {}, handler: async () => globalThis.runs ?? 0 });
`;
const SCHEMA = `
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
export default defineSchema({ notes: defineTable({ room: v.string(), text: v.string() }).index("by_room", ["room", "text"]) }, { strictTableNameTypes: false });
`;

const t = coreOfFile({ "schema.ts": SCHEMA, "notes.ts": NOTES });
let nextId = 1;

beforeEach(() => void (t.changed.length = 0));

async function watch(path: string, args: object = {}, more: Partial<LiveQuery> = {}) {
  const id = nextId++;
  const { result } = await t.core.subscribe(id, { ...queryOf(path, args), ...more });
  return { id, journal: result.journal, value: valueOf(result) };
}

const valueOf = ({ outcome }: LiveResult): unknown => (outcome.ok ? JSON.parse(outcome.value) : outcome.error);
const resultsFor = async (id: number): Promise<unknown[]> => {
  await new Promise((resolve) => setImmediate(resolve));
  return t.changed
    .flatMap(({ results }) => results)
    .filter(({ ids }) => ids.includes(id))
    .map(valueOf);
};

test("identical live queries share their runs", async () => {
  const first = await watch("notes:inRoom", { room: "shared" });
  const second = await watch("notes:inRoom", { room: "shared" });
  const before = Number(await t.query("notes:runs"));
  await t.mutation("notes:add", { room: "shared", text: "hello" });
  expect(await resultsFor(first.id)).toEqual([["hello"]]);
  expect(await resultsFor(second.id)).toEqual([["hello"]]);
  expect(Number(await t.query("notes:runs"))).toBe(before + 1);
});

test("an unchanged result is not sent", async () => {
  const { id } = await watch("notes:newTable");
  await t.mutation("notes:add", { room: "elsewhere", text: "x" });
  expect(await resultsFor(id)).toEqual([]);
});

test("a live query of a missing table is updated when its first document is inserted", async () => {
  const { id } = await watch("notes:newTable");
  await t.mutation("notes:makeTable");
  expect(await resultsFor(id)).toEqual([1]);
});

test("a live query that starts to read the identity runs once per identity", async () => {
  const asha = await watch("notes:mine", {}, { identity: '{"subject":"asha"}' });
  const ravi = await watch("notes:mine", {}, { identity: '{"subject":"ravi"}' });
  expect([asha.value, ravi.value]).toEqual(["nobody", "nobody"]);
  await t.mutation("notes:add", { room: "switch", text: "on" });
  expect((await resultsFor(asha.id)).at(-1)).toBe("asha");
  expect((await resultsFor(ravi.id)).at(-1)).toBe("ravi");
});

test("a person's second page gets the current result, and one run updates both pages", async () => {
  const asha = { identity: '{"subject":"asha"}' };
  const padded = (text: string) => text.padEnd(100, ".");
  const first = await watch("notes:own", {}, asha);
  await t.mutation("notes:add", { room: "asha", text: "first" });
  const runs = async () => Number(await t.query("notes:runs"));
  const runsBefore = await runs();
  const second = await watch("notes:own", {}, asha);
  // A result that only she may see is not kept as text, so the query runs again.
  expect(await runs()).toBe(runsBefore + 1);
  const ravi = await watch("notes:own", {}, { identity: '{"subject":"ravi"}' });
  expect([first.value, second.value, ravi.value]).toEqual([padded(""), padded("first"), padded("")]);
  expect(await resultsFor(first.id)).toEqual([padded("first")]);

  const before = await runs();
  t.changed.length = 0;
  await t.mutation("notes:add", { room: "asha", text: "second" });
  expect(await resultsFor(first.id)).toEqual([padded("first second")]);
  expect(await resultsFor(second.id)).toEqual([padded("first second")]);
  expect(await resultsFor(ravi.id)).toEqual([]);
  expect(await runs()).toBe(before + 1);

  t.core.unsubscribe(first.id);
  t.changed.length = 0;
  await t.mutation("notes:add", { room: "asha", text: "third" });
  expect(await resultsFor(first.id)).toEqual([]);
  expect(await resultsFor(second.id)).toEqual([padded("first second third")]);
});

test("the same error of a live query is not sent twice", async () => {
  const { id, value } = await watch("notes:failing");
  expect(value).toMatchObject({ message: expect.stringContaining("Too few") as string });
  await t.mutation("notes:add", { room: "failing", text: "one" });
  expect(await resultsFor(id)).toEqual([]);
  await t.mutation("notes:add", { room: "failing", text: "two" });
  expect(await resultsFor(id)).toEqual([2]);
});

test("nothing is sent after unsubscribe", async () => {
  const { id } = await watch("notes:inRoom", { room: "left" });
  t.core.unsubscribe(id);
  await t.mutation("notes:add", { room: "left", text: "x" });
  expect(await resultsFor(id)).toEqual([]);
});

test("every batch with a mutation is reported, even if no result changed", async () => {
  await t.mutation("notes:add", { room: "unwatched", text: "x" });
  await new Promise((resolve) => setImmediate(resolve));
  expect(t.changed).toHaveLength(1);
  expect(t.changed[0]!.ts).toBe(await t.core.timestamp());
});

test("a live page keeps its end cursor: it grows, and the next page has no gap", async () => {
  for (const text of ["b", "d", "f", "h"]) await t.mutation("notes:add", { room: "paged", text });
  const first = await watch("notes:page", { paginationOpts: { numItems: 2, cursor: null } });
  const { page, continueCursor, isDone } = first.value as { page: string[]; continueCursor: string; isDone: boolean };
  expect({ page, isDone }).toEqual({ page: ["b", "d"], isDone: false });
  const second = await watch("notes:page", { paginationOpts: { numItems: 2, cursor: continueCursor } });
  expect(second.value).toMatchObject({ page: ["f", "h"] });

  t.changed.length = 0;
  await t.mutation("notes:add", { room: "paged", text: "c" });
  expect(await resultsFor(first.id)).toMatchObject([{ page: ["b", "c", "d"], continueCursor }]);
  expect(await resultsFor(second.id)).toEqual([]);
  await t.mutation("notes:add", { room: "paged", text: "e" });
  expect(await resultsFor(second.id)).toMatchObject([{ page: ["e", "f", "h"] }]);

  const again = await watch(
    "notes:page",
    { paginationOpts: { numItems: 2, cursor: null } },
    { journal: first.journal },
  );
  expect(again.value).toMatchObject({ page: ["b", "c", "d"] });
});

test("an invalid cursor is refused as InvalidCursor", async () => {
  const { value } = await watch("notes:page", { paginationOpts: { numItems: 1, cursor: null } });
  const { continueCursor } = value as { continueCursor: string };
  const outcome = await t.outcome("query", "notes:page", {
    paginationOpts: { numItems: 1, cursor: `AAAA${continueCursor}` },
  });
  expect(outcome).toMatchObject({
    ok: false,
    error: { data: '{"isConvexSystemError":true,"paginationError":"InvalidCursor"}' },
  });
  expect(outcome.ok ? "" : outcome.error.message).toContain("InvalidCursor");
});

test("live queries continue with the new code when a push replaces the worker", async () => {
  const { id } = await watch("notes:inRoom", { room: "lasting" });
  await t.push({ "schema.ts": SCHEMA, "notes.ts": NOTES.replace("note.text);", "note.text.toUpperCase());") });
  await t.mutation("notes:add", { room: "lasting", text: "still here" });
  expect((await resultsFor(id)).at(-1)).toEqual(["STILL HERE"]);
});
