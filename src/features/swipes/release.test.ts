import { expect, test } from "vitest";
import { decisionOf, speedOf } from "./release";

test("a card released more than 100 px aside is decided, however slowly it moves", () => {
  expect(decisionOf(101, 0)).toBe("like");
  expect(decisionOf(-101, 0)).toBe("nope");
  expect(decisionOf(100, 0)).toBeNull();
});

test("a flick faster than 0.2 px/ms decides a card within 100 px", () => {
  expect(decisionOf(30, 0.21)).toBe("like");
  expect(decisionOf(-30, -0.21)).toBe("nope");
  expect(decisionOf(30, 0.2)).toBeNull();
});

test("a card flicked back before its release decides nothing", () => {
  expect(decisionOf(-30, 0.9)).toBeNull();
  expect(decisionOf(30, -0.9)).toBeNull();
});

test("a tap with a trembling finger decides nothing", () => {
  expect(decisionOf(6, 0.9)).toBeNull();
});

test("the speed is that of the last moment", () => {
  const slowThenFast = [
    { at: 0, x: 0, y: 0 },
    { at: 400, x: 10, y: 0 },
    { at: 450, x: 10, y: 0 },
    { at: 500, x: 60, y: 5 },
  ];
  expect(speedOf(slowThenFast, 500)).toEqual({ x: 1, y: 0.1 });
});

test("a finger that rests before the release has no speed", () => {
  expect(
    speedOf(
      [
        { at: 0, x: 0, y: 0 },
        { at: 20, x: 50, y: 0 },
      ],
      400,
    ),
  ).toEqual({ x: 0, y: 0 });
});
