import { expect, test } from "vitest";
import { refusalIn } from "./target";

test("the sentence of a function's refusal is found in the command line's output, and any other error has none", () => {
  const output =
    '✖ Failed to run function "closing:act":\n' +
    "ConvexError: [Request ID: e7f3] Server Error\n" +
    'Uncaught ConvexError: {"code":"BAD_INPUT","message":"Nothing has been erased yet"}\n';
  expect(refusalIn(output)).toBe("Nothing has been erased yet");
  expect(refusalIn("✖ Error fetching POST http://127.0.0.1:3210: connect ECONNREFUSED")).toBeNull();
});
