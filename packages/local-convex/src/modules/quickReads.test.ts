import { afterAll, beforeAll, expect, test } from "vitest";
import { startCoreWith, type TestCore } from "../../testing/core";

const NOTES = `
import { mutationGeneric as mutation, queryGeneric as query } from "convex/server";
import { v } from "convex/values";

export const fill = mutation({ args: {}, handler: async (ctx) => {
  for (let n = 0; n < 40; n++) {
    await ctx.db.insert("notes", { n, big: BigInt(n), bytes: new Uint8Array([n, 1]).buffer, odd: [-0, Infinity], text: '{"$integer":"AAAA"}' });
  }
} });

const shapes = {
  all: (db) => db.query("notes"),
  last: (db) => db.query("notes").order("desc").filter((q) => q.gt(q.field("n"), 30)),
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
  try { await ctx.db.query("notes").take(30); } finally { Convex.asyncSyscall = asyncSyscall; }
  return count;
} });
export const two = query({ args: {}, handler: async (ctx) => await ctx.db.query("notes").unique() });
export const twice = query({ args: {}, handler: async (ctx) => {
  const rows = ctx.db.query("notes").order("asc");
  await rows.collect();
  return await rows.collect();
} });
export const badIndex = query({ args: {}, handler: async (ctx) => await ctx.db.query("notes").withIndex("by_nothing").first() });
export const inTurn = mutation({ args: {}, handler: async (ctx) => {
  const nested = ctx.runMutation("notes:fill", {});
  const behind = ctx.db.query("notes").collect();
  await nested;
  return (await behind).length;
} });
`;

let t: TestCore;

beforeAll(async () => {
  t = await startCoreWith({ "notes.ts": NOTES, "others.ts": 'export { queryGeneric } from "convex/server";' });
  await t.mutation("notes:fill");
});

afterAll(() => t.core.stop());

test.each(["all", "last", "none"])("rows read at once are those read one by one (%s)", async (shape) => {
  const { slow, quick } = (await t.query("notes:bothWays", { shape })) as { slow: string[]; quick: string[] };

  expect(quick).toEqual(slow);
});

test("a list of rows costs no call for each", async () => {
  expect(await t.query("notes:calls")).toBe(0);
});

test("what is wrong with a query is said as before", async () => {
  await expect(t.query("notes:two")).rejects.toThrow(/unique\(\) query returned more than one result from table notes/);
  await expect(t.query("notes:twice")).rejects.toThrow("can't emit any more values");
  await expect(t.query("notes:badIndex")).rejects.toThrow("Index notes.by_nothing not found.");
});

test("a read behind a nested call sees what that wrote", async () => {
  expect(await t.mutation("notes:inTurn")).toBe(80);
});
