import { describe, expect, test } from "vitest";
import { selectedIndex, step } from "./selection";

const queue = ["asha", "ravi", "meera"].map((_id) => ({ _id }));

describe("which waiting profile is looked at", () => {
  test("the first one, before anybody chose", () => {
    expect(selectedIndex(queue, null)).toBe(0);
  });

  test("the first one that no colleague has open; the first of all when they have everybody", () => {
    expect(selectedIndex(queue, null, new Map([["asha", "mona"]]))).toBe(1);
    expect(selectedIndex(queue, null, new Map(queue.map(({ _id }) => [_id, "mona"])))).toBe(0);
    expect(selectedIndex(queue, { id: "asha", index: 0 }, new Map([["asha", "mona"]]))).toBe(0);
  });

  test("nobody, when nobody waits", () => {
    expect(selectedIndex([], { id: "asha", index: 0 })).toBe(-1);
    expect(step([], 0, 1)).toBeNull();
  });

  test("the same person, wherever newcomers and decisions moved them to", () => {
    expect(selectedIndex(queue.slice(1), { id: "meera", index: 2 })).toBe(1);
  });

  test("whoever follows, once the one looked at is decided", () => {
    const withoutRavi = [queue[0], queue[2]].filter((row) => row !== undefined);
    expect(selectedIndex(withoutRavi, { id: "ravi", index: 1 })).toBe(1);
    expect(selectedIndex(queue.slice(0, 2), { id: "meera", index: 2 })).toBe(1);
  });

  test("stepping stops at both ends", () => {
    expect(step(queue, 2, 1)).toEqual({ id: "meera", index: 2 });
    expect(step(queue, 0, -1)).toEqual({ id: "asha", index: 0 });
    expect(step(queue, 0, 1)).toEqual({ id: "ravi", index: 1 });
  });
});
