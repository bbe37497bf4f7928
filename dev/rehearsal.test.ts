import { ConvexError } from "convex/values";
import { expect, test } from "vitest";
import { ExpectedError } from "../deploy/expected";
import { withAdvice } from "./rehearsal";

test("a rate limit becomes advice when to run which command again, and any other error stays unchanged", () => {
  const limit = new ConvexError({ code: "TOO_MANY_TRIES", message: "Too many attempts.", retryAfter: 61_000 });
  const advice = withAdvice(limit, 200);
  expect(advice).toBeInstanceOf(ExpectedError);
  expect(String(advice)).toMatch(/In 2 minutes, run npm run demo -- add 200 again/);

  const bug = new Error("no such file");
  expect(withAdvice(bug, 200)).toBe(bug);
});
