import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callOf, startCore, type TestCore } from "../../testing/core";

// Ravi waits. Meeting him deletes his waiting row, creates a match and returns his handle. He may leave.
const PAIRS = `
import { mutationGeneric as mutation } from "convex/server";
export const wait = mutation({ handler: async (ctx) => {
  const person = await ctx.db.insert("people", { handle: "ravi.live" });
  await ctx.db.insert("waiting", { person });
} });
export const meet = mutation({ handler: async (ctx) => {
  const waiting = await ctx.db.query("waiting").first();
  const { handle } = await ctx.db.get(waiting.person);
  await ctx.db.delete(waiting._id);
  await ctx.db.insert("matches", { with: waiting.person });
  return { handle };
} });
export const leave = mutation({ handler: async (ctx) => {
  for (const { _id } of await ctx.db.query("people").collect()) await ctx.db.delete(_id);
  return null;
} });
`;

let t: TestCore;

beforeAll(async () => {
  t = await startCore();
  await t.push({ "pairs.ts": PAIRS });
});
afterAll(() => t.core.stop());

const pairs = (fn: "wait" | "meet" | "leave", requestId: number) =>
  t.core.run({
    ...callOf("mutation", `pairs:${fn}`),
    idempotencyKey: { sessionId: "of asha", requestId, callerHash: "asha" },
  });

test("a result about a user is returned again while the user exists, even if the mutation deleted a row", async () => {
  await pairs("wait", 10);
  const first = await pairs("meet", 11);

  expect(first).toMatchObject({ ok: true, value: '{"handle":"ravi.live"}' });
  expect(await pairs("meet", 11)).toMatchObject({ ok: true, value: '{"handle":"ravi.live"}' });
  const stored = readdirSync(t.dir).filter((name) => name.startsWith("data.sqlite"));
  const results = stored.map((name) => readFileSync(join(t.dir, name), "latin1")).join("");
  expect(results, "only the person's row has the handle").not.toContain('{"handle":"ravi.live"}');
  expect(results).not.toContain("of asha");
});

test("a recorded result is not returned once its documents are gone, and the mutation does not run again", async () => {
  await pairs("wait", 20);
  await pairs("meet", 21);
  await pairs("leave", 22);

  const again = await pairs("meet", 21);
  expect(again).toMatchObject({ ok: false, error: { message: expect.stringContaining("ran when it was first sent") } });
  expect(JSON.stringify(again, (_, value: unknown) => String(value))).not.toContain("ravi.live");
  expect(await pairs("leave", 22), "a result without content is returned as long as it is recorded").toMatchObject({
    value: "null",
  });
});
