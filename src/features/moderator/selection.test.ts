import { describe, expect, test } from "vitest";
import { selectedIndex, selectionAt } from "./selection";

const queue = ["asha", "ravi", "meera"].map((_id) => ({ _id }));

describe("the selected row", () => {
  test("is the first one before the moderator chooses", () => {
    expect(selectedIndex(queue, null)).toBe(0);
  });

  test("is the first one that no colleague has open, or the first of all when colleagues have every one open", () => {
    expect(selectedIndex(queue, null, new Map([["asha", "mona"]]))).toBe(1);
    expect(selectedIndex(queue, null, new Map(queue.map(({ _id }) => [_id, "mona"])))).toBe(0);
    expect(selectedIndex(queue, { id: "asha", index: 0 }, new Map([["asha", "mona"]]))).toBe(0);
  });

  test("is none when the queue is empty", () => {
    expect(selectedIndex([], { id: "asha", index: 0 })).toBe(-1);
    expect(selectionAt([], 1)).toBeNull();
  });

  test("stays the same person when others join or leave the queue", () => {
    expect(selectedIndex(queue.slice(1), { id: "meera", index: 2 })).toBe(1);
  });

  test("is the next one once the selected one is decided", () => {
    const withoutRavi = [queue[0], queue[2]].filter((row) => row !== undefined);
    expect(selectedIndex(withoutRavi, { id: "ravi", index: 1 })).toBe(1);
    expect(selectedIndex(queue.slice(0, 2), { id: "meera", index: 2 })).toBe(1);
  });

  test("moves after a decision to the next one that no colleague has open, and at the end to the first such one", () => {
    const rest = queue.filter(({ _id }) => _id !== "ravi");
    expect(selectedIndex(rest, { id: "ravi", index: 0 }, new Map([["asha", "mona"]]))).toBe(1);
    expect(selectedIndex(rest, { id: "ravi", index: 1 }, new Map([["meera", "mona"]]))).toBe(0);
    expect(selectedIndex(rest, { id: "ravi", index: 1 }, new Map(rest.map(({ _id }) => [_id, "mona"])))).toBe(1);
  });

  test("stays inside the queue at both ends", () => {
    expect(selectionAt(queue, 3)).toEqual({ id: "meera", index: 2 });
    expect(selectionAt(queue, -1)).toEqual({ id: "asha", index: 0 });
    expect(selectionAt(queue, 1)).toEqual({ id: "ravi", index: 1 });
  });
});
