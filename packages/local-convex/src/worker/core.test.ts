import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkIntegrity } from "../database/integrity";
import { startCoreWith, type TestCore } from "../../testing/core";

const MESSAGES = `
import { mutationGeneric as mutation } from "convex/server";
import { v } from "convex/values";
export const send = mutation({ args: { author: v.string() }, handler: async (ctx, args) => ctx.db.insert("messages", args) });
`;

let t: TestCore;

beforeAll(async () => {
  t = await startCoreWith({ "messages.ts": MESSAGES });
});
afterAll(() => t.core.stop());

test("arguments of the wrong shape are refused in Convex's words", async () => {
  await expect(t.mutation("messages:send", { author: 7 })).rejects.toThrow(
    "ArgumentValidationError: Value does not match validator.\nPath: .author\nValue: 7.0\nValidator: v.string()",
  );
});

test("two backups asked for at once are made one after the other, and each is whole", async () => {
  const folders = await Promise.all([t.core.copy(), t.core.copy()]);
  for (const folder of folders) {
    const { checked, tables } = checkIntegrity(join(folder, "data.sqlite"));
    expect(checked).toBe(tables);
    expect(tables).toBeGreaterThan(0);
  }
});
