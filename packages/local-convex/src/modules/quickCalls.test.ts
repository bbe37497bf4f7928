import { afterAll, beforeAll, expect, test } from "vitest";
import { startCoreWith, type TestCore } from "../../testing/core";

const NOTES = `
import { mutationGeneric as mutation, queryGeneric as query, internalQueryGeneric as internalQuery } from "convex/server";
import { ConvexError, v } from "convex/values";

export const add = mutation({ args: {}, returns: v.id("notes"), handler: (ctx) => ctx.db.insert("notes", { n: 1, list: [{ a: 1 }] }) });
export const spoil = query({ args: { id: v.id("notes") }, returns: v.string(), handler: async (ctx, { id }) => {
  const one = await ctx.db.get(id);
  one.n = 9;
  one.list[0].a = 9;
  for (const row of await ctx.db.query("notes").collect()) row.list.push("spoilt");
  return JSON.stringify([(await ctx.db.get("notes", id)).list, (await ctx.db.query("notes").first()).n]);
} });
export const calls = query({ args: { id: v.id("notes") }, returns: v.number(), handler: async (ctx, { id }) => {
  const { asyncSyscall, syscall } = Convex;
  let count = 0;
  Convex.asyncSyscall = (...args) => { count++; return asyncSyscall(...args); };
  Convex.syscall = (...args) => { count++; return syscall(...args); };
  try { await ctx.db.get(id); ctx.db.normalizeId("notes", id); await ctx.auth.getUserIdentity(); }
  finally { Object.assign(Convex, { asyncSyscall, syscall }); }
  return count;
} });
export const who = query({ args: {}, returns: v.union(v.null(), v.string()), handler: async (ctx) => (await ctx.auth.getUserIdentity())?.subject ?? null });
export const wrongReturn = query({ args: {}, returns: v.object({ n: v.number() }), handler: () => ({ n: "one" }) });
export const big = query({ args: {}, returns: v.object({ n: v.int64(), m: v.number() }), handler: () => ({ n: 5n, m: -0 }) });
export const nothing = query({ args: {}, returns: v.null(), handler: () => {} });
export const unread = query({ args: {}, returns: v.null(), handler: (ctx) => ctx.db.query("notes") });
export const refuse = query({ args: {}, returns: v.null(), handler: () => { throw new ConvexError({ code: "NO" }); } });
export const foreign = query({ args: { id: v.string() }, returns: v.null(), handler: async (ctx, { id }) => { await ctx.db.get("others", id); return null; } });
export const notAnId = query({ args: {}, returns: v.null(), handler: (ctx) => ctx.db.get(7) });
export const normal = query({ args: { id: v.string() }, returns: v.array(v.union(v.null(), v.string())), handler: (ctx, { id }) =>
  [ctx.db.normalizeId("notes", id), ctx.db.normalizeId("others", id), ctx.db.normalizeId("notes", "x")] });
export const hidden = internalQuery({ args: {}, returns: v.object({ b: v.number(), a: v.string() }), handler: () => ({ b: 1, a: "é🎵" }) });
export const inside = query({ args: {}, returns: v.any(), handler: (ctx) => ctx.runQuery("notes:hidden", {}) });
export const behind = mutation({ args: {}, returns: v.array(v.number()), handler: async (ctx) => {
  const id = await ctx.db.insert("notes", { n: 1 });
  const nested = ctx.runMutation("notes:raise", { id });
  const read = ctx.db.get(id);
  await nested;
  return [(await read).n, (await ctx.db.get(id)).n];
} });
export const raise = mutation({ args: { id: v.id("notes") }, returns: v.null(), handler: async (ctx, { id }) => { await null; await ctx.db.patch(id, { n: 2 }); return null; } });
`;

let t: TestCore;

beforeAll(async () => {
  const library = 'export { queryGeneric, internalQueryGeneric, mutationGeneric } from "convex/server";';
  t = await startCoreWith({ "notes.ts": NOTES, "others.ts": library });
});

afterAll(() => t.core.stop());

test("reading by id and reading the identity cost no call", async () => {
  const id = await t.mutation("notes:add");

  expect(await t.query("notes:calls", { id })).toBe(0);
  expect(await t.query("notes:who")).toBe(null);
});

test("a function may change the documents that it got: nobody else sees it", async () => {
  const id = await t.mutation("notes:add");

  expect(await t.query("notes:spoil", { id })).toBe('[[{"a":1}],1]');
});

test("results are checked, and what JSON lacks arrives", async () => {
  await expect(t.query("notes:wrongReturn")).rejects.toThrow(/ReturnsValidationError: Value does not match validator/);
  expect(await t.query("notes:big")).toEqual({ n: { $integer: "BQAAAAAAAAA=" }, m: { $float: "AAAAAAAAAIA=" } });
  expect(await t.query("notes:nothing")).toBe(null);
  expect(await t.query("notes:inside")).toEqual({ a: "é🎵", b: 1 });
});

test("what is wrong is said as the library says it", async () => {
  const id = await t.mutation("notes:add");

  await expect(t.query("notes:unread")).rejects.toThrow("Return value is a Query.");
  await expect(t.query("notes:refuse")).rejects.toThrow(/ConvexError/);
  await expect(t.query("notes:foreign", { id })).rejects.toThrow(
    'Invalid argument `id` for `db.get`: expected to be an Id<"others">, got Id<"notes"> instead.',
  );
  await expect(t.query("notes:notAnId")).rejects.toThrow("expected string but got 'number'");
  expect(await t.query("notes:normal", { id })).toEqual([id, null, null]);
});

test("a read by id behind a nested call sees what that wrote", async () => {
  expect(await t.mutation("notes:behind")).toEqual([2, 2]);
});
