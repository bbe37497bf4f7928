import { expect, test } from "vitest";
import { nameSize } from "./nameSize";

const sizes = [
  [8, 12, "large"],
  [14, 30, "middle"],
  [18, 30, "small"],
] as const;

test("a name is as large as its longest word and its length allow", () => {
  expect(nameSize("Asha Rao", sizes)).toBe("large");
  expect(nameSize("Ananya Krishnan", sizes), "fifteen letters").toBe("middle");
  expect(nameSize("Ramanathan R", sizes), "a word of ten").toBe("middle");
  expect(nameSize("Venkatasubramanian", sizes)).toBe("small");
  expect(nameSize("Anna-Karoline", sizes), "a line may end after the hyphen").toBe("middle");
});

test("a name too long for all sizes gets the last one, and an empty name the first", () => {
  expect(nameSize("W".repeat(60), sizes)).toBe("small");
  expect(nameSize("", sizes)).toBe("large");
});
