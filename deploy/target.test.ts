import { expect, test } from "vitest";
import { refusalIn } from "./target";

test("a refusal of a function shows its own sentence, and any other error shows as the command line wrote it", () => {
  const output =
    '✖ Failed to run function "closing:act":\n' +
    "ConvexError: [Request ID: e7f3] Server Error\n" +
    'Uncaught ConvexError: {"code":"BAD_INPUT","message":"Nothing is erased yet"}\n';
  expect(refusalIn(output)).toBe("Nothing is erased yet");
  expect(refusalIn("✖ Error fetching POST http://127.0.0.1:3210: connect ECONNREFUSED")).toBeNull();
});
