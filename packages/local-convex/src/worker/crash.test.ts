import { fork } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { builtScripts } from "../../testing/built";
import { makeMark, startCore } from "../../testing/core";

const KILLS = 3;

test("after kills during bursts, every mutation that got a response has run once, even if it is resent", async () => {
  const dir = mkdtempSync(join(tmpdir(), "crash-"));
  const child = join(await builtScripts(), "crash.js");
  const answered: number[] = [];
  for (let round = 0; round < KILLS; round++) {
    answered.push(...(await burstAndKill(child, dir, round === 0 ? "push" : "go", round * 1_000_000)));
  }
  const t = await startCore(dir);
  const marks = (await t.query("marks:all")) as number[];
  expect(new Set(marks).size).toBe(marks.length);
  expect(answered.filter((mark) => !marks.includes(mark))).toEqual([]);
  expect(answered.length).toBeGreaterThan(30);

  const again = answered.at(-1)!;
  expect(await makeMark(t.core, again)).toMatchObject({ ok: true, value: String(again) });
  expect(((await t.query("marks:all")) as number[]).length).toBe(marks.length);
  await t.core.stop();
}, 60_000);

/** The responses that the child reported before it was killed. */
function burstAndKill(file: string, dir: string, mode: string, from: number): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const answered: number[] = [];
    const child = fork(file, [dir, mode, String(from)], { stdio: "inherit" });
    const enough = 15 + Math.random() * 200;
    child.on("message", (message) => {
      if (answered.push(Number(message)) > enough) child.kill("SIGKILL");
    });
    child.on("error", reject);
    child.on("exit", () => resolve(answered));
  });
}
