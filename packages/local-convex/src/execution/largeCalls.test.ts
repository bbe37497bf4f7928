import { mkdirSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { frames, newFrame, newRun } from "../modules/frame";
import type { Project } from "../modules/project";
import { DISK_FULL } from "../storageFailure";
import { coreOfFile } from "../../testing/coreOfFile";
import type { CoreClient } from "./coreRequests";
import { LargeCalls } from "./largeCalls";

const NOTES = `
import { internalMutationGeneric as internalMutation, actionGeneric as action } from "convex/server";
import { v } from "convex/values";
export const fails = internalMutation({ args: {}, handler: async () => { console.log("in it"); throw new Error("on purpose"); } });
export const calls = action({ args: { padding: v.string() }, handler: async (ctx) => {
  console.log("before");
  await ctx.runMutation("notes:fails", {}).catch(() => undefined);
  console.log("after");
} });
export const callsAction = action({ args: { padding: v.string() }, handler: async (ctx) => {
  await ctx.runAction("notes:calls", { padding: "" });
} });
`;

const t = coreOfFile({ "notes.ts": NOTES });

test.each([10, 100_000])("an action with %d bytes logs the lines of a failed mutation of its own", async (length) => {
  const { logLines } = await t.outcome("action", "notes:calls", { padding: "x".repeat(length) });
  const expected = ["before", "in it", "after"].map((text) => expect.stringContaining(text) as string);
  expect(logLines).toEqual(expected);
});

test.each([10, 100_000])("an action that an action with %d bytes calls has an entry in the log", async (length) => {
  const { logLines } = await t.outcome("action", "notes:callsAction", { padding: "x".repeat(length) });
  expect(logLines).toHaveLength(3);
  await vi.waitFor(() => {
    const newest = t.executions.slice(-3).map(({ path, logLines: ownLines }) => `${path} ${ownLines.length}`);
    expect(newest.toSorted()).toEqual(["notes:calls 0", "notes:callsAction 3", "notes:fails 0"]);
    t.executions.length = 0;
  });
});

test("a file that the database refuses on a full disk leaves no bytes", async () => {
  const dir = mkdtempSync(join(tmpdir(), "large-"));
  mkdirSync(join(dir, "files/tmp"), { recursive: true });
  const core = { request: () => Promise.reject(new Error(DISK_FULL)) } as unknown as CoreClient;
  const large = new LargeCalls({} as Project, core, dir, () => undefined);
  const run = newRun({ identity: null, requestId: "test" }, 0);
  const frame = newFrame({ kind: "action", component: "", path: "x:y", run, transaction: null, depth: 0 });
  const stored = frames.run(frame, () => large.syscalls.jsSyscall("storage/storeBlob", { blob: new Blob(["photo"]) }));
  await expect(stored).rejects.toThrow(DISK_FULL);
  expect(readdirSync(join(dir, "files/tmp"))).toEqual([]);
});
