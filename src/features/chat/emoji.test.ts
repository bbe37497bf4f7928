import { expect, test } from "vitest";
import { isEmojiOnly } from "./emoji";

test.each(["🎉", "❤️", "👩🏽‍🚀 🎸", "🇮🇳🇮🇳", "😂😂😂😂😂😂"])("%s is nothing but emoji", (text) => {
  expect(isEmojiOnly(text)).toBe(true);
});

test.each(["", " ", "ok 🎉", "7", "112", "😂😂😂😂😂😂😂"])("%j is a text", (text) => {
  expect(isEmojiOnly(text)).toBe(false);
});
