import { expect, test } from "vitest";
import { isEmojiOnly } from "./emoji";

test.each(["🎉", "❤️", "👩🏽‍🚀 🎸", "🇮🇳🇮🇳", "😂😂😂😂😂😂"])("%s is only emoji", (text) => {
  expect(isEmojiOnly(text)).toBe(true);
});

test.each(["", " ", "ok 🎉", "7", "112", "😂😂😂😂😂😂😂"])("%j is not only emoji", (text) => {
  expect(isEmojiOnly(text)).toBe(false);
});
