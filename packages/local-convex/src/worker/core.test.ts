import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkIntegrity } from "../database/integrity";
import { startCoreWith, type TestCore } from "./core.testing";

const MESSAGES = `
import { queryGeneric as query, mutationGeneric as mutation, actionGeneric as action, internalMutationGeneric as internalMutation } from "convex/server";
import { v } from "convex/values";
export const send = mutation({ args: { author: v.string(), body: v.string() }, handler: async (ctx, args) => ctx.db.insert("messages", args) });
export const list = query({ args: { author: v.string() }, handler: async (ctx, { author }) =>
  (await ctx.db.query("messages").withIndex("by_author", (q) => q.eq("author", author)).order("desc").take(2)).map((m) => m.body) });
export const all = query({ args: {}, handler: async (ctx) => (await ctx.db.query("messages").collect()).map((m) => m.body) });
export const fail = mutation({ args: {}, handler: async (ctx) => { await ctx.db.insert("messages", { author: "x", body: "gone" }); throw new Error("no"); } });
export const viaAction = action({ args: {}, handler: async (ctx) => { await ctx.runMutation("messages:send", { author: "bot", body: "hi" }); return ctx.runQuery("messages:list", { author: "bot" }); } });
`;
const SCHEMA = `
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
export default defineSchema({ messages: defineTable({ author: v.string(), body: v.string() }).index("by_author", ["author"]) });
`;

let t: TestCore;

beforeAll(async () => {
  t = await startCoreWith({ "messages.ts": MESSAGES, "schema.ts": SCHEMA });
});
afterAll(() => t.core.stop());

test("what a mutation wrote is what a query reads", async () => {
  await t.mutation("messages:send", { author: "asha", body: "one" });
  await t.mutation("messages:send", { author: "asha", body: "two" });
  expect(await t.query("messages:list", { author: "asha" })).toEqual(["two", "one"]);
});

test("a failed mutation leaves nothing behind", async () => {
  await expect(t.mutation("messages:fail")).rejects.toThrow("Uncaught Error: no");
  expect(await t.query("messages:all")).not.toContain("gone");
});

test("arguments of the wrong shape are refused in Convex's words", async () => {
  await expect(t.mutation("messages:send", { author: 7, body: "x" })).rejects.toThrow(
    "ArgumentValidationError: Value does not match validator.\nPath: .author\nValue: 7.0\nValidator: v.string()",
  );
});

test("an action calls queries and mutations", async () => {
  expect(await t.action("messages:viaAction")).toEqual(["hi"]);
});

test("a live query changes with commits that touch it, and with no others", async () => {
  const query = {
    path: "messages:list",
    componentPath: "",
    args: '{"author":"live"}',
    identity: null,
    caller: "client" as const,
    journal: null,
  };
  const first = await t.core.subscribe(1, query);
  expect(first.result.outcome).toEqual({ ok: true, value: "[]" });
  t.changed.length = 0;
  await t.mutation("messages:send", { author: "other", body: "not for you" });
  await t.mutation("messages:send", { author: "live", body: "for you" });
  await new Promise((resolve) => setImmediate(resolve));
  const results = t.changed.flatMap((one) => one.results);
  expect(results).toMatchObject([{ ids: [1], outcome: { ok: true, value: '["for you"]' } }]);
  expect(t.changed.length).toBe(2);
});

test("two backups asked for at once are made one after the other, and each is whole", async () => {
  const folders = await Promise.all([t.core.copy(), t.core.copy()]);
  for (const folder of folders) {
    const { checked, tables } = checkIntegrity(join(folder, "data.sqlite"));
    expect(checked).toBe(tables);
    expect(tables).toBeGreaterThan(0);
  }
});
