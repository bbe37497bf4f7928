import { beforeAll, expect, test } from "vitest";
import { coreOfFile } from "../../testing/coreOfFile";

const CALLS = `
import { mutationGeneric as mutation, queryGeneric as query, internalQueryGeneric as internalQuery } from "convex/server";
import { ConvexError, v } from "convex/values";

export const add = mutation({ args: {}, returns: v.id("kept"), handler: (ctx) => ctx.db.insert("kept", { n: 1, list: [{ a: 1 }] }) });
export const spoil = query({ args: { id: v.id("kept") }, returns: v.string(), handler: async (ctx, { id }) => {
  const one = await ctx.db.get(id);
  one.n = 9;
  one.list[0].a = 9;
  for (const row of await ctx.db.query("kept").collect()) row.list.push("spoilt");
  return JSON.stringify([(await ctx.db.get("kept", id)).list, (await ctx.db.query("kept").first()).n]);
} });
export const calls = query({ args: { id: v.id("kept") }, returns: v.number(), handler: async (ctx, { id }) => {
  const { asyncSyscall, syscall } = Convex;
  let count = 0;
  Convex.asyncSyscall = (...args) => { count++; return asyncSyscall(...args); };
  Convex.syscall = (...args) => { count++; return syscall(...args); };
  try { await ctx.db.get(id); ctx.db.normalizeId("kept", id); await ctx.auth.getUserIdentity(); }
  finally { Object.assign(Convex, { asyncSyscall, syscall }); }
  return count;
} });
export const who = query({ args: {}, returns: v.union(v.null(), v.string()), handler: async (ctx) => (await ctx.auth.getUserIdentity())?.subject ?? null });
export const wrongReturn = query({ args: {}, returns: v.object({ n: v.number() }), handler: () => ({ n: "one" }) });
export const big = query({ args: {}, returns: v.object({ n: v.int64(), m: v.number() }), handler: () => ({ n: 5n, m: -0 }) });
export const nothing = query({ args: {}, returns: v.null(), handler: () => {} });
export const unread = query({ args: {}, returns: v.null(), handler: (ctx) => ctx.db.query("kept") });
export const refuse = query({ args: {}, returns: v.null(), handler: () => { throw new ConvexError({ code: "NO" }); } });
export const foreign = query({ args: { id: v.string() }, returns: v.null(), handler: async (ctx, { id }) => { await ctx.db.get("others", id); return null; } });
export const notAnId = query({ args: {}, returns: v.null(), handler: (ctx) => ctx.db.get(7) });
export const normal = query({ args: { id: v.string() }, returns: v.array(v.union(v.null(), v.string())), handler: (ctx, { id }) =>
  [ctx.db.normalizeId("kept", id), ctx.db.normalizeId("others", id), ctx.db.normalizeId("kept", "x")] });
export const hidden = internalQuery({ args: {}, returns: v.object({ b: v.number(), a: v.string() }), handler: () => ({ b: 1, a: "é🎵" }) });
export const inside = query({ args: {}, returns: v.any(), handler: (ctx) => ctx.runQuery("calls:hidden", {}) });
export const behind = mutation({ args: {}, returns: v.array(v.number()), handler: async (ctx) => {
  const id = await ctx.db.insert("kept", { n: 1 });
  const nested = ctx.runMutation("calls:raise", { id });
  const read = ctx.db.get(id);
  await nested;
  return [(await read).n, (await ctx.db.get(id)).n];
} });
export const raise = mutation({ args: { id: v.id("kept") }, returns: v.null(), handler: async (ctx, { id }) => { await null; await ctx.db.patch(id, { n: 2 }); return null; } });
`;

const READS = `
import { mutationGeneric as mutation, queryGeneric as query } from "convex/server";
import { v } from "convex/values";

export const fill = mutation({ args: {}, handler: async (ctx) => {
  for (let n = 0; n < 40; n++) {
    await ctx.db.insert("rows", { n, big: BigInt(n), bytes: new Uint8Array([n, 1]).buffer, odd: [-0, Infinity], text: '{"$integer":"AAAA"}' });
  }
} });

const shapes = {
  all: (db) => db.query("rows"),
  last: (db) => db.query("rows").order("desc").filter((q) => q.gt(q.field("n"), 30)),
  none: (db) => db.query("nothing"),
};
const show = (rows) => rows.map(({ _id, n, big, bytes, odd, text }) =>
  [_id, n, String(big), new Uint8Array(bytes).join(), Object.is(odd[0], -0), odd[1] === Infinity, text].join(" "));
export const bothWays = query({ args: { shape: v.string() }, handler: async (ctx, { shape }) => {
  const slow = [];
  for await (const row of shapes[shape](ctx.db)) slow.push(row);
  return { slow: show(slow), quick: show(await shapes[shape](ctx.db).collect()) };
} });
export const calls = query({ args: {}, handler: async (ctx) => {
  const { asyncSyscall } = Convex;
  let count = 0;
  Convex.asyncSyscall = (...args) => { count++; return asyncSyscall(...args); };
  try { await ctx.db.query("rows").take(30); } finally { Convex.asyncSyscall = asyncSyscall; }
  return count;
} });
export const two = query({ args: {}, handler: async (ctx) => await ctx.db.query("rows").unique() });
export const twice = query({ args: {}, handler: async (ctx) => {
  const rows = ctx.db.query("rows").order("asc");
  await rows.collect();
  return await rows.collect();
} });
export const badIndex = query({ args: {}, handler: async (ctx) => await ctx.db.query("rows").withIndex("by_nothing").first() });
export const inTurn = mutation({ args: {}, handler: async (ctx) => {
  const nested = ctx.runMutation("reads:fill", {});
  const behind = ctx.db.query("rows").collect();
  await nested;
  return (await behind).length;
} });
`;

const library = 'export { queryGeneric, internalQueryGeneric, mutationGeneric } from "convex/server";';
const t = coreOfFile({ "calls.ts": CALLS, "reads.ts": READS, "library.ts": library });

beforeAll(async () => {
  await t.mutation("reads:fill");
});

test("reading a document by id and reading the identity need no system call", async () => {
  const id = await t.mutation("calls:add");

  expect(await t.query("calls:calls", { id })).toBe(0);
  expect(await t.query("calls:who")).toBe(null);
});

test("a function may change a document that it read, without effect on later reads", async () => {
  const id = await t.mutation("calls:add");

  expect(await t.query("calls:spoil", { id })).toBe('[[{"a":1}],1]');
});

test("results are validated, and values that JSON lacks arrive", async () => {
  await expect(t.query("calls:wrongReturn")).rejects.toThrow(/ReturnsValidationError: Value does not match validator/);
  expect(await t.query("calls:big")).toEqual({ n: { $integer: "BQAAAAAAAAA=" }, m: { $float: "AAAAAAAAAIA=" } });
  expect(await t.query("calls:nothing")).toBe(null);
  expect(await t.query("calls:inside")).toEqual({ a: "é🎵", b: 1 });
});

test("a wrong call fails with the library's message", async () => {
  const id = await t.mutation("calls:add");

  await expect(t.query("calls:unread")).rejects.toThrow("Return value is a Query.");
  await expect(t.query("calls:refuse")).rejects.toThrow(/ConvexError/);
  await expect(t.query("calls:foreign", { id })).rejects.toThrow(
    'Invalid argument `id` for `db.get`: expected to be an Id<"others">, got Id<"kept"> instead.',
  );
  await expect(t.query("calls:notAnId")).rejects.toThrow("expected string but got 'number'");
  expect(await t.query("calls:normal", { id })).toEqual([id, null, null]);
});

test("a read by id that waits for a nested call sees its writes", async () => {
  expect(await t.mutation("calls:behind")).toEqual([2, 2]);
});

test.each(["all", "last", "none"])("rows read in one call equal rows read one by one (%s)", async (shape) => {
  const { slow, quick } = (await t.query("reads:bothWays", { shape })) as { slow: string[]; quick: string[] };

  expect(quick).toEqual(slow);
});

test("reading a list of rows needs no system call", async () => {
  expect(await t.query("reads:calls")).toBe(0);
});

test("a wrong query fails with the library's message", async () => {
  await expect(t.query("reads:two")).rejects.toThrow(/unique\(\) query returned more than one result from table rows/);
  await expect(t.query("reads:twice")).rejects.toThrow("can't emit any more values");
  await expect(t.query("reads:badIndex")).rejects.toThrow("Index rows.by_nothing not found.");
});

test("a query that waits for a nested call sees its writes", async () => {
  expect(await t.mutation("reads:inTurn")).toBe(80);
});
