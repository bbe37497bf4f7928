import { expect, test } from "vitest";
import { SharedTexts } from "./sharedTexts";

test("interning returns every string unchanged and keeps at most a thousand", () => {
  const texts = new SharedTexts();
  for (let n = 0; n < 5_000; n++) expect(texts.of(`notes:${n}`)).toBe(`notes:${n}`);
  expect(texts.of("x".repeat(1_000_000))).toHaveLength(1_000_000);
  expect(texts.size).toBeLessThanOrEqual(1_000);
});
