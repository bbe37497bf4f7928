import { beforeAll, expect, test } from "vitest";
import { queryOf } from "../../testing/core";
import { coreOfFile } from "../../testing/coreOfFile";

const schema = (index: string) => `
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
export default defineSchema({
  notes: defineTable({ text: v.string(), room: v.optional(v.string()), about: v.optional(v.object({ title: v.string() })) })${index},
});`;
const INDEX = '.searchIndex("by_text", { searchField: "text", filterFields: ["room"] })';
const SCHEMA = schema(`${INDEX}.searchIndex("by_title", { searchField: "about.title" })`);

const NOTES = `
import { mutationGeneric as mutation, queryGeneric as query } from "convex/server";
import { v } from "convex/values";
const found = (ctx, words, room) => ctx.db.query("notes").withSearchIndex("by_text", (q) =>
  room === undefined ? q.search("text", words) : q.search("text", words).eq("room", room ?? undefined));
export const add = mutation({ args: { texts: v.array(v.string()), room: v.optional(v.string()) }, handler: async (ctx, { texts, room }) => {
  for (const text of texts) await ctx.db.insert("notes", { text, room, about: { title: "On " + text } });
} });
const named = async (ctx, text) => (await ctx.db.query("notes").collect()).find((one) => one.text === text)._id;
export const change = mutation({ args: { from: v.string(), to: v.any() }, handler: async (ctx, { from, to }) => ctx.db.patch(await named(ctx, from), to) });
export const remove = mutation({ args: { text: v.string() }, handler: async (ctx, { text }) => ctx.db.delete(await named(ctx, text)) });
export const clear = mutation({ args: {}, handler: async (ctx) => { for (const one of await ctx.db.query("notes").collect()) await ctx.db.delete(one._id); } });
export const find = query({ args: { words: v.string(), room: v.optional(v.union(v.string(), v.null())), n: v.optional(v.number()) }, handler: async (ctx, { words, room, n }) =>
  (n === undefined ? await found(ctx, words, room).collect() : await found(ctx, words, room).take(n)).map((one) => one.text) });
export const titled = query({ args: { words: v.string() }, handler: async (ctx, { words }) =>
  (await ctx.db.query("notes").withSearchIndex("by_title", (q) => q.search("about.title", words)).filter((q) => q.neq(q.field("text"), "hidden")).collect()).map((one) => one.text) });
export const page = query({ args: { words: v.string(), paginationOpts: v.any() }, handler: async (ctx, { words, paginationOpts }) => {
  const { page, ...rest } = await found(ctx, words).paginate(paginationOpts);
  return { ...rest, page: page.map((one) => one.text) };
} });
export const own = mutation({ args: {}, handler: async (ctx) => {
  const texts = async () => (await found(ctx, "unseen").collect()).map((one) => one.text);
  await ctx.db.insert("notes", { text: "unseen by others" });
  const before = await ctx.runQuery("notes:find", { words: "unseen" }, { useStaleSnapshot: true });
  const inside = await texts();
  try { await ctx.runMutation("notes:addThenFail"); } catch {}
  return { before, inside, after: await texts() };
} });
export const addThenFail = mutation({ args: {}, handler: async (ctx) => { await ctx.db.insert("notes", { text: "unseen too" }); throw new Error("no"); } });
export const wrong = query({ args: { index: v.string(), filters: v.any() }, handler: async (ctx, { index, filters }) => {
  const query = ctx.db.query("notes").withSearchIndex("by_text", (q) => q.search("text", "x"));
  query.state.query.source = { type: "Search", indexName: index, filters };
  return query.take(1);
} });
`;

const t = coreOfFile({ "notes.ts": NOTES, "schema.ts": schema("") });

beforeAll(async () => {
  await t.mutation("notes:add", { texts: ["there before the index"] });
  await t.push({ "notes.ts": NOTES, "schema.ts": SCHEMA });
});

async function only(texts: string[]): Promise<void> {
  await t.mutation("notes:clear");
  await t.mutation("notes:add", { texts });
}

test("a search index that a push adds contains the existing texts", async () => {
  expect(await t.query("notes:find", { words: "BEFORE" })).toEqual(["there before the index"]);
});

test("a search matches any of its words, in any case, and the last word also as a prefix", async () => {
  await only(["A rabbit, running!", "send request", "Ünïcode straße", "x".repeat(32)]);
  expect(await t.query("notes:find", { words: "r" })).toEqual(["A rabbit, running!", "send request"]);
  expect(await t.query("notes:find", { words: "rab running" })).toEqual(["A rabbit, running!"]);
  expect(await t.query("notes:find", { words: "run elsewhere" })).toEqual([]);
  expect(await t.query("notes:find", { words: "ÜNÏCODE" })).toEqual(["Ünïcode straße"]);
  expect(await t.query("notes:find", { words: "x".repeat(32) })).toEqual([]);
  expect(await t.query("notes:find", { words: " …! " })).toEqual([]);
  expect(await t.query("notes:titled", { words: "rabbit" })).toEqual(["A rabbit, running!"]);
});

test("a search ranks by frequency, shortness, and rare and whole words, and puts the newest of equals first", async () => {
  await only(["tea", "coffee", "tea and cake", "tea tea tea and cake and more", "tea"]);
  const cake = ["tea tea tea and cake and more", "tea and cake"];
  expect(await t.query("notes:find", { words: "tea" })).toEqual(["tea", "tea", ...cake]);
  expect(await t.query("notes:find", { words: "tea coffee", n: 1 })).toEqual(["coffee"]);
  await only(["teapot one", "tea two", "teapot three", "tea four"]);
  expect(await t.query("notes:find", { words: "tea" })).toEqual(["tea four", "tea two", "teapot three", "teapot one"]);
});

test("a filter matches equal values, and undefined matches a missing field", async () => {
  await only(["tea nowhere"]);
  await t.mutation("notes:add", { texts: ["tea here"], room: "here" });
  await t.mutation("notes:add", { texts: ["tea there"], room: "there" });
  expect(await t.query("notes:find", { words: "tea", room: "here" })).toEqual(["tea here"]);
  expect(await t.query("notes:find", { words: "tea", room: null })).toEqual(["tea nowhere"]);
  await t.mutation("notes:change", { from: "tea there", to: { room: "here" } });
  expect(await t.query("notes:find", { words: "tea", room: "here" })).toEqual(["tea there", "tea here"]);
});

test("a mutation's search finds its own writes, and none that were rolled back", async () => {
  await only([]);
  expect(await t.mutation("notes:own")).toEqual({
    before: [],
    inside: ["unseen by others"],
    after: ["unseen by others"],
  });
});

test("a live search is updated when a matching text is added, changed or removed, and for no other", async () => {
  await only(["green tea", "a book"]);
  await t.core.subscribe(1, queryOf("notes:find", { words: "gre" }));
  const after = async (path: string, args: object) => {
    t.changed.length = 0;
    await t.mutation(path, args);
    await new Promise((resolve) => setImmediate(resolve));
    return t.changed.flatMap(({ results }) => results.map(({ outcome }) => outcome.ok && JSON.parse(outcome.value)));
  };
  expect(await after("notes:add", { texts: ["a greeting"] })).toEqual([["a greeting", "green tea"]]);
  expect(await after("notes:change", { from: "a book", to: { text: "another book" } })).toEqual([]);
  expect(await after("notes:change", { from: "another book", to: { text: "agreed" } })).toEqual([]);
  expect(await after("notes:change", { from: "agreed", to: { text: "great" } })).toEqual([
    ["great", "a greeting", "green tea"],
  ]);
  expect(await after("notes:remove", { text: "a greeting" })).toEqual([["great", "green tea"]]);
  t.core.unsubscribe(1);
});

test("pages of a search hold each result once, in order", async () => {
  const texts = Array.from({ length: 25 }, (_, at) => `tea ${"and ".repeat(at % 5)}${at}`);
  await only(texts);
  const seen: string[] = [];
  for (let cursor: string | null = null, isDone = false; !isDone;) {
    const page = await t.query("notes:page", { words: "tea", paginationOpts: { cursor, numItems: 10 } });
    const {
      page: found,
      continueCursor,
      ...rest
    } = page as { page: string[]; continueCursor: string; isDone: boolean };
    seen.push(...found);
    [cursor, isDone] = [continueCursor, rest.isDone];
  }
  expect(seen).toEqual(await t.query("notes:find", { words: "tea" }));
  expect([...seen].sort()).toEqual([...texts].sort());
});

test("an invalid search is refused with Convex's message", async () => {
  const search = { type: "Search", fieldPath: "text", value: "x" };
  const equal = { type: "Eq", fieldPath: "room", value: "x" };
  const refusal = (index: string, ...filters: object[]) =>
    t.query("notes:wrong", { index: `notes.${index}`, filters }).then(
      () => "none",
      (error: Error) => error.message,
    );
  const against = "Search query against notes.by_text";
  expect(await refusal("by_nothing", search)).toContain("Index notes.by_nothing not found.");
  expect(await refusal("by_text", { ...search, fieldPath: "room" })).toContain(
    `${against} contains a search filter against "room", which doesn't match the indexed \`searchField\` "text".`,
  );
  expect(await refusal("by_text", search, { ...equal, fieldPath: "text" })).toContain(
    `${against} contains an equality filter on "text" but that field isn't indexed for filtering in \`filterFields\`.`,
  );
  expect(await refusal("by_text", equal)).toContain(`${against} does not contain any search filters.`);
  expect(await refusal("by_text", search, search)).toContain("contains multiple search filters");
  expect(await refusal("by_text", search, ...Array.from({ length: 9 }, () => equal))).toContain(
    `${against} has too many filter conditions. Max: 8 Actual: 9`,
  );
  await only([]);
  for (let at = 0; at < 3; at++) await t.mutation("notes:add", { texts: Array.from({ length: 400 }, () => "same") });
  expect(await t.query("notes:find", { words: "same", n: 1024 })).toHaveLength(1024);
  await expect(t.query("notes:find", { words: "same" })).rejects.toThrow(
    "Search query scanned too many documents (fetched 1024).",
  );
});

test("a push refuses two search indexes of one field, and a staged index cannot be queried yet", async () => {
  const push = (index: string) => t.push({ "notes.ts": NOTES, "schema.ts": schema(index) });
  await expect(push(`${INDEX}.searchIndex("again", { searchField: "text" })`)).rejects.toThrow(
    'search index "by_text" and search index "again" have the same `searchField`',
  );
  await push(INDEX.replace("filterFields", "staged: true, filterFields"));
  await expect(t.query("notes:find", { words: "same" })).rejects.toThrow(
    "Index notes.by_text is currently staged and not available to query until it is enabled.",
  );
  await push(INDEX);
  expect(await t.query("notes:find", { words: "same", n: 1 })).toEqual(["same"]);
});
