import { expect, test } from "vitest";
import { countedPath, countedReferrer } from "./pageViews";

test.each([
  ["/", "/"],
  ["/refund-cancellation", "/refund-cancellation"],
  ["/moderator/dashboard", "/moderator/dashboard"],
  ["/reset-password/3q2-7_wQz", "/reset-password/…"],
  ["/reset-password/a/b", "/reset-password/…"],
  ["/reset-password", "/reset-password"],
  ["/order_1764000000000_a1b2c3d4", "/…"],
  // The shortest and the longest id.
  ["/matches/j57bm3v0z8qk2xw4n6c1rt9dhs5fye7", "/matches/…"],
  ["/organiser/people/k17d2m5x8q0v3z6c9n4rt7whs1bfy5ejgap20", "/organiser/people/…"],
  // A handle that somebody typed after the address.
  ["/asha.live", "/…"],
  ["/x/eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9", "/x/…"],
])("%s is counted as %s", (pathname, counted) => {
  expect(countedPath(pathname)).toBe(counted);
});

test.each([
  ["https://www.instagram.com/asha?igsh=1", "https://www.instagram.com/"],
  ["https://festival.example/reset-password/3q2", null],
  ["", null],
  ["no address", null],
])("the referrer '%s' is counted as %s", (referrer, counted) => {
  expect(countedReferrer(referrer, "https://festival.example")).toBe(counted);
});
