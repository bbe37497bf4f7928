import { expect, test } from "vitest";
import { callOf, queryOf } from "../../testing/core";
import { coreOfFile } from "../../testing/coreOfFile";

const SCHEMA = `
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
export default defineSchema({
  counters: defineTable({ name: v.string(), value: v.number() }).index("by_name", ["name"]),
  notes: defineTable({ text: v.string(), of: v.optional(v.id("counters")) }),
});`;

const COUNTERS = `
import { actionGeneric as action, internalMutationGeneric as internalMutation, mutationGeneric as mutation, queryGeneric as query } from "convex/server";
import { ConvexError, v } from "convex/values";

const named = (ctx, name) => ctx.db.query("counters").withIndex("by_name", (q) => q.eq("name", name)).unique();
export const add = mutation({ args: { name: v.string() }, returns: v.number(), handler: async (ctx, { name }) => {
  const row = await named(ctx, name);
  if (row === null) { await ctx.db.insert("counters", { name, value: 1 }); return 1; }
  // Slow work that makes other calls wait.
  await crypto.subtle.digest("SHA-256", new Uint8Array(8));
  await ctx.db.patch(row._id, { value: row.value + 1 });
  return row.value + 1;
} });
export const value = query({ args: { name: v.string() }, handler: async (ctx, { name }) => (await named(ctx, name))?.value ?? 0 });
export const addThenFail = internalMutation({ args: { name: v.string() }, handler: async (ctx, args) => {
  await ctx.runMutation("counters:add", args);
  throw new ConvexError({ code: "NO", name: args.name });
} });
export const outer = mutation({ args: {}, handler: async (ctx) => {
  await ctx.runMutation("counters:add", { name: "outer" });
  let caught = null;
  try { await ctx.runMutation("counters:addThenFail", { name: "inner" }); } catch (error) { caught = error.data; }
  return { caught, inner: await ctx.runQuery("counters:value", { name: "inner" }), outer: await ctx.runQuery("counters:value", { name: "outer" }) };
} });
export const stale = mutation({ args: {}, handler: async (ctx) => {
  const value = (options) => ctx.runQuery("counters:value", { name: "stale" }, options);
  const before = await value({ useStaleSnapshot: true });
  await ctx.runMutation("counters:add", { name: "stale" });
  const seen = await Promise.all([value({ useStaleSnapshot: true }), value(), value({ useStaleSnapshot: true })]);
  return { before, seen, added: await ctx.runMutation("counters:add", { name: "stale" }) };
} });
export const together = mutation({ args: {}, handler: async (ctx) =>
  Promise.all([1, 2, 3, 4].map(() => ctx.runMutation("counters:add", { name: "together" }))) });
export const badDocument = mutation({ args: {}, handler: async (ctx) => { await ctx.db.insert("notes", { text: 7 }); } });
export const foreignId = mutation({ args: {}, handler: async (ctx) => {
  const of = await ctx.db.insert("notes", { text: "not a counter" });
  await ctx.db.insert("notes", { text: "x", of });
} });
export const clock = query({ args: {}, handler: async () => {
  const first = [Date.now(), new Date().getTime()];
  for (let i = 0; i < 3e6; i++) Math.sqrt(i);
  return [...first, Date.now()];
} });
export const reach = query({ args: { what: v.string() }, handler: async (_, { what }) => {
  if (what === "fetch") await fetch("http://127.0.0.1:1");
  if (what === "setTimeout") await new Promise((resolve) => setTimeout(resolve, 1));
} });
export const talk = mutation({ args: {}, handler: async () => { console.log("one", { two: 2 }); console.warn("three"); } });
export const who = query({ args: {}, handler: async (ctx) => (await ctx.auth.getUserIdentity())?.subject ?? null });
export const writeInQuery = query({ args: {}, handler: async (ctx) => { await Convex.asyncSyscall("1.0/insert", '{"table":"notes","value":{"text":"x"}}'); } });
export const late = mutation({ args: {}, handler: async (ctx) => {
  globalThis.late = Promise.resolve().then(() => crypto.subtle.digest("SHA-256", new Uint8Array(8))).then(() => ctx.db.insert("notes", { text: "late" })).catch((error) => error.message);
} });
export const afterLate = action({ args: {}, handler: async () => globalThis.late });
export const hang = query({ args: {}, handler: () => new Promise(() => {}) });
export const leavesBehind = action({ args: {}, handler: async () => {
  void Promise.reject(new Error("left behind"));
  setTimeout(() => { throw new Error("left behind too"); }, 1);
} });
export const relay = action({ args: { name: v.any() }, handler: async (ctx, args) => {
  try { await ctx.runMutation("counters:add", args); } catch (error) {
    console.error(error);
    console.log(error.message, { error: error.message });
    throw new Error("Relayed: " + error.message);
  }
} });
export const find = query({ args: { id: v.id("notes") }, handler: async () => null });
export const variable = query({ args: {}, handler: async () => process.env.GREETING ?? null });
`;

const t = coreOfFile({ "schema.ts": SCHEMA, "counters.ts": COUNTERS });

test("mutations run one after the other", async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => t.mutation("counters:add", { name: "many" })));
  expect(answers.sort((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 50 }, (_, at) => at + 1));
  expect(await t.query("counters:value", { name: "many" })).toBe(50);
});

test("a nested mutation that fails rolls back its own writes only", async () => {
  expect(await t.mutation("counters:outer")).toEqual({ caught: { code: "NO", name: "inner" }, inner: 0, outer: 1 });
});

test("a query with useStaleSnapshot sees the state before the mutation, whose writes stay intact", async () => {
  expect(await t.mutation("counters:stale")).toEqual({ before: 0, seen: [0, 1, 0], added: 2 });
  expect(await t.mutation("counters:stale")).toEqual({ before: 2, seen: [2, 3, 2], added: 4 });
});

test("nested mutations started together run one after the other", async () => {
  expect(await t.mutation("counters:together")).toEqual([1, 2, 3, 4]);
});

test("a ConvexError arrives with its data", async () => {
  const outcome = await t.core.run({
    udfType: "any",
    path: "counters:addThenFail",
    componentPath: "",
    args: '{"name":"x"}',
    identity: null,
    caller: "admin",
    requestId: "abc",
  });
  expect(outcome).toMatchObject({ ok: false, error: { data: '{"code":"NO","name":"x"}' } });
  expect(outcome.ok ? "" : outcome.error.message).toContain("[Request ID: abc] Server Error\nUncaught ConvexError: ");
});

test("an error says where in the project it was thrown", async () => {
  await expect(t.mutation("counters:badDocument")).rejects.toThrow(/at .*\(\.\.\/convex\/counters\.ts:\d+:\d+\)/);
});

test("a client cannot find an internal function", async () => {
  await expect(t.mutation("counters:addThenFail", { name: "x" })).rejects.toThrow(
    "Could not find public function for 'counters:addThenFail'",
  );
});

test("a function called as another type is refused", async () => {
  await expect(t.query("counters:add", { name: "x" })).rejects.toThrow(
    "Trying to execute counters:add as Query, but it is defined as Mutation.",
  );
});

test("the log says why arguments were refused, without their values", async () => {
  const secret = "Wrong-Secret1";
  const sent = [
    ["mutation", "counters:add", { name: "x", password: secret }],
    ["mutation", "counters:add", { password: secret }],
    ["mutation", "counters:add", { name: [secret, "\n\nValidator: v.any()", secret] }],
    ["mutation", "counters:add", { name: { ["a\nValidator: "]: secret } }],
    ["query", "counters:find", { id: `", which does not ${secret}` }],
    ["query", "counters:find", { id: `${secret}\nValue: ${secret}\nValidator: ${secret}` }],
    ["action", "counters:relay", { name: [secret] }],
    ["action", "counters:relay", { name: { long: secret.repeat(10_000) } }],
  ] as const;
  for (const [type, path, args] of sent) {
    t.logs.length = 0;
    const outcome = await t.outcome(type, path, args);
    expect(outcome.ok ? "" : outcome.error.message).toContain(secret);
    await expect.poll(() => t.logs.join("\n")).toMatch(/(Value|Object|ID):? \(not logged\)/);
    expect(t.logs.join("\n")).not.toContain(secret);
  }
});

test("the log says how much each call read and wrote, including calls by an action", async () => {
  // The runs of earlier tests are reported by then.
  await t.query("counters:value", { name: "before" });
  await expect.poll(() => t.executions.at(-1)?.path).toBe("counters:value");
  t.executions.length = 0;
  for (let i = 0; i < 2; i++) await t.action("counters:relay", { name: "metered" });
  await t.query("counters:value", { name: "metered" });
  await expect.poll(() => t.executions.length).toBe(5);
  const taken = (path: string) =>
    t.executions
      .filter((one) => one.path === path)
      .map(({ usage }) => usage && [usage.documentsRead, usage.documentsWritten, usage.bytesRead, usage.bytesWritten]);
  const size = expect.any(Number) as number;
  expect(taken("counters:add")).toEqual([
    [0, 1, 0, size],
    // A patch reads the document first.
    [2, 1, size, size],
  ]);
  expect(taken("counters:value")).toEqual([[1, 0, size, 0]]);
  expect(taken("counters:relay"), "an action has no database").toEqual([null, null]);
});

test("an id of another table is refused", async () => {
  await expect(t.mutation("counters:foreignId")).rejects.toThrow(
    'match the table name in validator `v.id("counters")`',
  );
});

test("the clock stands still in a query", async () => {
  const times = (await t.query("counters:clock")) as number[];
  expect(new Set(times).size).toBe(1);
  expect(Math.abs(times[0]! - Date.now())).toBeLessThan(2_000);
});

test.each(["fetch", "setTimeout"])("%s is refused in a query", async (what) => {
  await expect(t.query("counters:reach", { what })).rejects.toThrow(`Can't use ${what}() in queries and mutations`);
});

test("lines that a function prints are returned as log lines", async () => {
  const outcome = await t.outcome("mutation", "counters:talk");
  expect(outcome.logLines).toEqual(["[LOG] 'one' { two: 2 }", "[WARN] 'three'"]);
});

test("a function has the identity of its caller", async () => {
  expect(await t.query("counters:who", {}, { subject: "asha" })).toBe("asha");
  expect(await t.query("counters:who")).toBeNull();
});

test("a query cannot write, even by a direct system call", async () => {
  await expect(t.query("counters:writeInQuery")).rejects.toThrow("only mutations write");
});

test("a write by a mutation that has already finished is refused", async () => {
  await t.mutation("counters:late");
  expect(await t.action("counters:afterLate")).toContain("has already finished");
});

test("a function that never settles times out, and other calls continue", async () => {
  const hanging = t.query("counters:hang");
  const other = t.mutation("counters:add", { name: "other" });
  await expect(hanging).rejects.toThrow("Function execution timed out");
  expect(await other).toBe(1);
}, 15_000);

test("errors that an action leaves unhandled do not end later calls", async () => {
  await t.action("counters:leavesBehind");
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await t.mutation("counters:add", { name: "after the error" })).toBe(1);
});

test("a resent mutation returns its first result to its sender; for any other caller it fails and does not run", async () => {
  const send = (callerHash: string) => {
    const idempotencyKey = { sessionId: "s", requestId: 1, callerHash };
    return t.core.run({ ...callOf("mutation", "counters:add", { name: "once" }), idempotencyKey });
  };
  expect([await send("asha"), await send("asha")]).toMatchObject([{ value: "1" }, { value: "1" }]);
  expect(await send("ravi")).toMatchObject({ ok: false });
  expect(await t.query("counters:value", { name: "once" })).toBe(1);
});

test("functions and live queries see a changed variable at once", async () => {
  await t.core.subscribe(100, queryOf("counters:variable"));
  t.changed.length = 0;
  await t.core.setEnvironment([{ name: "GREETING", value: "hello" }]);
  expect(await t.query("counters:variable")).toBe("hello");
  await new Promise((resolve) => setImmediate(resolve));
  const results = t.changed.flatMap((one) => one.results).filter((one) => one.ids.includes(100));
  expect(results.at(-1)).toMatchObject({ outcome: { ok: true, value: '"hello"' } });
  expect(await t.core.environment()).toEqual({ GREETING: "hello" });
});
