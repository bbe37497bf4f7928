import { expect, test } from "vitest";
import { coreOfFile } from "../../testing/coreOfFile";

const NOTES = `
import { mutationGeneric as mutation, queryGeneric as query } from "convex/server";
import { v } from "convex/values";

const odd = () => ({ z: -0, big: 5n, bytes: new Uint8Array([1, 2]).buffer, list: [{ b: 1, a: Infinity }], gone: undefined, text: '{"$integer":"AAAA"}', "1": "é🎵" });
const show = ({ _id, _creationTime, ...rest }) => [Object.keys(rest).join(), rest.big, Object.is(rest.z, -0), String(new Uint8Array(rest.bytes ?? [])), JSON.stringify(rest.list), rest.list?.[0].a === Infinity, rest.text, rest["1"], rest.n].map(String).join(" ");
const ways = { quick: (db) => db, library: (db) => {
  const notes = db.table("notes");
  return { insert: (_, value) => notes.insert(value), patch: (_, id, value) => notes.patch(id, value), replace: (_, id, value) => notes.replace(id, value), delete: (_, id) => notes.delete(id) };
} };
async function writeAll(db, way) {
  const to = ways[way](db);
  const ids = [await to.insert("notes", odd()), await to.insert("notes", odd()), await to.insert("notes", odd())];
  const said = [await to.patch("notes", ids[0], { n: 1, big: undefined, never: undefined, list: [{ a: 2 }] }), await to.replace("notes", ids[1], { n: 2, ...odd() })];
  await to.delete("notes", ids[2]);
  const got = await Promise.all(ids.map((id) => db.get(id)));
  return JSON.stringify([typeof ids[0], said.map(String), got.map((one) => one && show(one))]);
}
export const bothWays = mutation({ args: {}, returns: v.array(v.string()), handler: async ({ db }) => [await writeAll(db, "quick"), await writeAll(db, "library")] });
export const shown = query({ args: {}, handler: async ({ db }) => (await db.query("notes").collect()).map(show) });
export const calls = mutation({ args: {}, returns: v.number(), handler: async ({ db }) => {
  const { asyncSyscall } = Convex;
  let count = 0;
  Convex.asyncSyscall = (...args) => { count++; return asyncSyscall(...args); };
  try { await writeAll(db, "quick"); await db.delete(await db.insert("notes", {})); } finally { Convex.asyncSyscall = asyncSyscall; }
  return count;
} });

const wrong = {
  nothing: (db) => db.insert("notes"),
  system: (db) => db.insert("_storage", {}),
  hole: (db) => db.insert("notes", { list: [undefined] }),
  set: (db) => db.insert("notes", { set: new Set([1]) }),
  dollar: (db) => db.insert("notes", { $n: 1 }),
  underscore: (db) => db.insert("notes", { _n: 1 }),
  dollarGone: (db, id) => db.patch("notes", id, { $n: undefined }),
  foreign: (db, id) => db.patch("others", id, { n: 1 }),
  noId: (db) => db.delete("notes", 7),
  gone: async (db, id) => { await db.delete("notes", id); await db.replace("notes", id, {}); },
};
export const fail = mutation({ args: { how: v.string() }, handler: async ({ db }, { how }) => {
  await db.insert("others", {});
  await wrong[how](db, await db.insert("notes", { n: 1 }));
} });

export const add = mutation({ args: {}, handler: async ({ db }) => {
  const mine = { n: 1, list: [1] };
  const id = await db.insert("notes", mine);
  mine.list.push(2);
  return id;
} });
export const read = query({ args: { id: v.id("notes") }, handler: async ({ db }, { id }) => {
  const one = await db.get(id);
  const row = (await db.query("notes").order("desc").take(1))[0];
  return [one.n, one.list, row.n];
} });
export const spoil = mutation({ args: { id: v.id("notes") }, handler: async ({ db }, { id }) => { await db.patch(id, { n: 9 }); throw new Error("No"); } });
export const around = mutation({ args: { id: v.id("notes") }, handler: async (ctx, { id }) => {
  await ctx.runMutation("notes:spoil", { id }).catch(() => undefined);
  return (await ctx.db.get(id)).n;
} });
export const behind = mutation({ args: { id: v.id("notes") }, handler: async (ctx, { id }) => {
  const nested = ctx.runMutation("notes:double", { id });
  const written = ctx.db.patch(id, { n: 10 });
  await Promise.all([nested, written]);
  return (await ctx.db.get(id)).n;
} });
export const double = mutation({ args: { id: v.id("notes") }, handler: async ({ db }, { id }) => { await null; const { n } = await db.get(id); await db.patch(id, { n: n * 2 }); } });
`;

const library = 'export { queryGeneric, mutationGeneric } from "convex/server";';
const t = coreOfFile({ "notes.ts": NOTES, "others.ts": library });

test("documents written by the fast path equal those that the library writes, in later calls too", async () => {
  const [quick, library] = (await t.mutation("notes:bothWays")) as [string, string];

  expect(quick).toBe(library);
  const rows = (await t.query("notes:shown")) as string[];
  expect(rows).toHaveLength(4);
  expect(rows.slice(0, 2)).toEqual(rows.slice(2));
});

test("writes need no system call", async () => {
  expect(await t.mutation("notes:calls")).toBe(0);
});

test.each([
  ["nothing", "Must provide arg 2 `value` to `insert`"],
  ["system", "System tables (prefixed with `_`) are read-only."],
  [
    "hole",
    'undefined is not a valid Convex value (present at path .list[0] in original object {"list":["undefined"]})',
  ],
  ["set", "is not a supported Convex type"],
  ["dollar", "Field name $n starts with a '$', which is reserved."],
  ["underscore", "Field '_n' starts with an underscore"],
  ["dollarGone", "Field name $n starts with a '$', which is reserved."],
  ["foreign", 'expected to be an Id<"others">, got Id<"notes"> instead.'],
  ["noId", "Invalid arguments for `db.delete`"],
  ["gone", "Replace on nonexistent document ID"],
])("a wrong write fails with the library's message (%s)", async (how, words) => {
  await expect(t.mutation("notes:fail", { how })).rejects.toThrow(words);
});

test("changing an object after its insert does not change the document", async () => {
  const id = await t.mutation("notes:add");

  expect(await t.query("notes:read", { id })).toEqual([1, [1], 1]);
});

test("writes that were rolled back are not read, neither by a nested call's caller nor by later calls", async () => {
  const id = await t.mutation("notes:add");

  expect(await t.mutation("notes:around", { id })).toBe(1);
  await expect(t.mutation("notes:spoil", { id })).rejects.toThrow("No");
  expect(await t.query("notes:read", { id })).toEqual([1, [1], 1]);
});

test("a write that waits for a nested call comes after its writes", async () => {
  const id = await t.mutation("notes:add");

  expect(await t.mutation("notes:behind", { id })).toBe(10);
});
