import { expect, test } from "vitest";
import { callOf, queryOf } from "../../testing/core";
import { coreOfFile } from "../../testing/coreOfFile";

const RULES = `
import { actionGeneric as action, mutationGeneric as mutation, queryGeneric as query } from "convex/server";
import { ConvexError, v } from "convex/values";

export const get = query({ args: { id: v.string() }, handler: (ctx, { id }) => ctx.db.get(id) });
export const getOfSystem = query({ args: { id: v.string() }, handler: (ctx, { id }) => ctx.db.system.get(id) });
export const removed = mutation({ args: {}, handler: async (ctx) => {
  const id = await ctx.db.insert("notes", {});
  await ctx.db.delete(id);
  return await ctx.db.get(id);
} });
const key = () => crypto.subtle.generateKey({ name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
export const keyInMutation = mutation({ args: {}, handler: async () => { await key(); } });
export const keyInAction = action({ args: {}, handler: async () => (await key()).type });
export const nothing = mutation({ args: { text: v.any() }, handler: async () => null });
export const schedule = mutation({ args: { times: v.number(), bytes: v.number() }, handler: async (ctx, { times, bytes }) => {
  for (let i = 0; i < times; i++) await ctx.scheduler.runAfter(3_600_000, "rules:nothing", { text: "x".repeat(bytes) });
} });
export const scheduleInAction = action({ args: { bytes: v.number() }, handler: async (ctx, { bytes }) => {
  await ctx.scheduler.runAfter(3_600_000, "rules:nothing", { text: "x".repeat(bytes) });
} });
export const sender = mutation({ args: {}, handler: async (ctx) => {
  const { ip, userAgent } = await ctx.meta.getRequestMetadata();
  return { ip, userAgent };
} });
export const senderByAction = action({ args: {}, handler: (ctx) => ctx.runMutation("rules:sender") });
export const audited = mutation({ args: {}, handler: () => Convex.asyncSyscall("1.0/auditLog", '{"body":{"what":"a ban"}}') });
export const fails = query({ args: {}, handler: async () => { throw new TypeError("no"); } });
export const calls = query({ args: {}, handler: (ctx) => ctx.runQuery("rules:fails") });
export const callsCalls = action({ args: {}, handler: (ctx) => ctx.runQuery("rules:calls") });
`;

const NODE = `"use node";
import { actionGeneric as action } from "convex/server";
import { v } from "convex/values";
export const names = action({ args: {}, handler: async () =>
  [__dirname.length > 1, __filename.startsWith(__dirname), typeof require, typeof module, typeof exports] });
export const length = action({ args: { text: v.string() }, handler: async (_, { text }) => text.length });
`;

const OWN = `"use node";
import { actionGeneric as action } from "convex/server";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
const __filename = fileURLToPath(import.meta.url);
const __dirname = dirname(__filename);
export const names = action({ args: {}, handler: async () => __filename.startsWith(__dirname) });
`;

const MIB = 2 ** 20;
const t = coreOfFile({ "rules.ts": RULES, "node.ts": NODE, "own.ts": OWN });

test("arguments of the wrong shape are refused with Convex's message", async () => {
  await expect(t.query("rules:get", { id: 7 })).rejects.toThrow(
    "ArgumentValidationError: Value does not match validator.\nPath: .id\nValue: 7.0\nValidator: v.string()",
  );
});

test("a get with an invalid id is refused, and a get of a deleted document returns null", async () => {
  for (const path of ["rules:get", "rules:getOfSystem"]) {
    await expect(t.query(path, { id: "not an id" })).rejects.toThrow("Invalid argument `id` for `db.get`");
  }
  expect(await t.mutation("rules:removed")).toBeNull();
});

test("an action can generate a crypto key, and a mutation cannot", async () => {
  await expect(t.mutation("rules:keyInMutation")).rejects.toThrow("in queries and mutations");
  expect(await t.action("rules:keyInAction")).toBe("secret");
});

test("a mutation can schedule functions with 4 MiB of arguments each, and 16 MiB in all", async () => {
  await t.mutation("rules:schedule", { times: 4, bytes: 3.9 * MIB });
  await expect(t.mutation("rules:schedule", { times: 5, bytes: 3.9 * MIB })).rejects.toThrow(
    "Too many bytes of arguments",
  );
  await expect(t.mutation("rules:schedule", { times: 1, bytes: 4 * MIB })).rejects.toThrow("too large");
  await expect(t.action("rules:scheduleInAction", { bytes: 4 * MIB })).rejects.toThrow("too large");
});

test("a function knows its caller's address and browser, even when an action calls it", async () => {
  const sender = { ip: "127.0.0.1", userAgent: "a browser" };
  for (const [udfType, path] of [
    ["mutation", "rules:sender"],
    ["action", "rules:senderByAction"],
  ] as const) {
    const outcome = await t.core.run({ ...callOf(udfType, path), sender });
    expect(outcome.ok && JSON.parse(outcome.value)).toEqual(sender);
  }
});

test("an audit entry is in the log of its function", async () => {
  expect((await t.outcome("mutation", "rules:audited")).logLines).toEqual(['[AUDIT] {"what":"a ban"}']);
});

test("an error message says Uncaught once, however deep the failed call is nested", async () => {
  for (const [type, path] of [
    ["query", "rules:calls"],
    ["action", "rules:callsCalls"],
  ] as const) {
    const outcome = await t.outcome(type, path);
    expect(outcome.ok ? "" : outcome.error.message).toMatch(
      /^\[Request ID: test\] Server Error\nUncaught TypeError: no$/m,
    );
    expect(outcome.ok ? [] : outcome.error.message.match(/Uncaught/g)).toHaveLength(1);
  }
});

test("a live query that fails has a request id of its own", async () => {
  const { result } = await t.core.subscribe(1, queryOf("rules:fails"));
  expect(result.outcome.ok ? "" : result.outcome.error.message).toMatch(/^\[Request ID: [0-9a-f]{16}\] Server Error/);
});

test("a Node module has the globals of CommonJS, unless it declares them itself", async () => {
  expect(await t.action("node:names")).toEqual([true, true, "function", "object", "object"]);
  expect(await t.action("own:names")).toBe(true);
});

test("an action in a Node module takes 5 MiB of arguments", async () => {
  expect(await t.action("node:length", { text: "x".repeat(4.9 * MIB) })).toBe(Math.floor(4.9 * MIB));
  await expect(t.action("node:length", { text: "x".repeat(5 * MIB) })).rejects.toThrow("5 MiB");
});
