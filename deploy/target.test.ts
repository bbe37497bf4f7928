import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { callFunction, refusalIn, selfHosted } from "./target";

test.each([
  ["a result", 'console.log("7")', { result: 7 }],
  ["nothing", "", { result: null }],
  ["anything else", 'console.log("No such project")', { error: "here returned no result of a:b:\nNo such project" }],
])("a command line that prints %s gives it to the caller", async (_, script, expected) => {
  const root = await mkdtemp(path.join(tmpdir(), "target-"));
  onTestFinished(() => rm(root, { recursive: true }));
  const bin = path.join(root, "node_modules/convex/bin");
  await mkdir(bin, { recursive: true });
  await writeFile(path.join(bin, "main.js"), script);
  const called = callFunction(root, selfHosted("here", "key", process.env), "a:b");
  const outcome = await called.then(
    (result) => ({ result }),
    (error: Error) => ({ error: error.message }),
  );
  expect(outcome).toEqual(expected);
});

test("the sentence of a function's refusal is found in the command line's output, and any other error has none", () => {
  const output =
    '✖ Failed to run function "closing:act":\n' +
    "ConvexError: [Request ID: e7f3] Server Error\n" +
    'Uncaught ConvexError: {"code":"BAD_INPUT","message":"Nothing has been erased yet"}\n';
  expect(refusalIn(output)).toBe("Nothing has been erased yet");
  expect(refusalIn("✖ Error fetching POST http://127.0.0.1:3210: connect ECONNREFUSED")).toBeNull();
});
