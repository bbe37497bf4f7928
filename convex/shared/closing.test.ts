import { expect, test } from "vitest";
import { isNameTyped } from "./closing";

test("the name of a festival is right with the quotes, dashes and blanks that a phone makes of it", () => {
  const name = "St John\u2019s \u201cNight\u201d \u2013 2030";
  for (const typed of [name, `St John's "Night" - 2030`, " St  John`s \u201dNight\u201d \u2014 2030 "]) {
    expect(isNameTyped(typed, name), typed).toBe(true);
  }
  for (const typed of ["", "St Johns Night 2030", `st john's "night" - 2030`, name.slice(0, -1)]) {
    expect(isNameTyped(typed, name), typed).toBe(false);
  }
});
