import { mkdirSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
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
`;

const t = coreOfFile({ "notes.ts": NOTES });

test.each([10, 100_000])("an action with %d bytes logs the lines of a failed mutation of its own", async (length) => {
  const { logLines } = await t.outcome("action", "notes:calls", { padding: "x".repeat(length) });
  const expected = ["before", "in it", "after"].map((text) => expect.stringContaining(text) as string);
  expect(logLines).toEqual(expected);
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
