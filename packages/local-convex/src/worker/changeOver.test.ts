/** Actions that run while new code or a new variable takes effect. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { bundleProject, ENDLESS, startCore, type TestCore } from "../../testing/core";
import { WorkerLink } from "./workerLink";

/** An action that waits for an outside event, and an action that triggers it. */
const waiter = (version: string) => ({
  "waiter.ts": `
import { actionGeneric as action, queryGeneric as query } from "convex/server";
let come;
const outside = new Promise((resolve) => (come = resolve));
export const wait = action({ args: {}, handler: async () => await outside });
export const answer = action({ args: {}, handler: async () => come("${version}") });
export const version = query({ args: {}, handler: async () => "${version}" });
`,
});

let t: TestCore;
afterEach(() => t.core.stop());

/** Starts a core with the old code. Returns a function that analyses the new code, and returns one that activates it. */
async function prepare(actionsMs?: number) {
  t = await startCore(undefined, { actionsMs });
  await t.push(waiter("old"));
  const bundled = await bundleProject(waiter("new"));
  return async () => {
    const { pushId } = await t.core.analyzePush(bundled);
    return async () => await t.core.activatePush(pushId);
  };
}

test("a push or a new variable waits for a running action, and meanwhile the old ones stay in force", async () => {
  const inForce = async () => [await t.query("waiter:version"), (await t.core.environment()).NAME];
  const analyze = await prepare();
  const push = async () => await (await analyze())();
  const setVariable = () => t.core.setEnvironment([{ name: "NAME", value: "changed" }]);
  let before: readonly unknown[] = ["old", undefined];
  for (const [change, after] of [
    [setVariable, ["old", "changed"]],
    [push, ["new", "changed"]],
  ] as const) {
    const waiting = t.action("waiter:wait");
    const changed = change();
    for (let i = 0; i < 50; i++) expect(await inForce()).toEqual(before);
    await t.action("waiter:answer");
    expect(await waiting).toBe("old");
    await changed;
    expect(await inForce()).toEqual(after);
    before = after;
  }
});

test("a push waits for a limited time; then an action that does not end fails with the old code", async () => {
  const activate = await (await prepare(50))();
  const waiting = t.action("waiter:wait").catch((error: unknown) => error);
  await activate();

  expect(await t.query("waiter:version")).toBe("new");
  expect(await waiting).toMatchObject({ name: "CoreRestarted" });
});

test("an endless function that starts as new code takes over does not stop it", async () => {
  t = await startCore(undefined, ENDLESS);
  const versioned = (version: string) => ({
    "notes.ts": `
import { queryGeneric as query } from "convex/server";
export const endless = query({ args: {}, handler: () => { for (;;); } });
export const version = query({ args: {}, handler: () => "${version}" });
`,
  });
  await t.push(versioned("old"));
  const { request } = WorkerLink.prototype;
  let endless: Promise<unknown> | undefined;
  const spy = vi.spyOn(WorkerLink.prototype, "request").mockImplementation(async function (this: WorkerLink, ...sent) {
    const response: never = await request.apply<WorkerLink, typeof sent, Promise<never>>(this, sent);
    if (sent[0] === "activate") endless = t.query("notes:endless").catch((error: unknown) => error);
    return response;
  });
  await t.push(versioned("new"));
  spy.mockRestore();

  expect(await t.query("notes:version")).toBe("new");
  expect(await endless).toMatchObject({ message: expect.stringContaining("timed out") });
});

test("if the worker with a new variable dies while it loads, another one takes over", async () => {
  t = await startCore();
  const died = join(t.dir, "died");
  // The first worker that sees the variable ends.
  await t.push({
    "fragile.ts": `
import { queryGeneric as query } from "convex/server"; import { existsSync, writeFileSync } from "node:fs";
if (process.env.NAME && !existsSync(${JSON.stringify(died)})) { writeFileSync(${JSON.stringify(died)}, ""); process.exit(); }
export const name = query({ args: {}, handler: async () => process.env.NAME ?? null });
`,
  });
  await t.core.setEnvironment([{ name: "NAME", value: "changed" }]);

  expect(existsSync(died)).toBe(true);
  expect(await t.query("fragile:name")).toBe("changed");
});

test("a stop does not wait as long for a running action", async () => {
  // A stop during the analysis would end the push before it waits for the action.
  const activate = await (await prepare(600_000))();
  const waiting = t.action("waiter:wait").catch((error: unknown) => error);
  const activated = activate();
  await t.query("waiter:version");
  await t.core.stop();

  await activated;
  expect(await waiting).toMatchObject({ name: "CoreRestarted" });
});
