import { expect, test } from "vitest";
import { newTokens } from "../testing/page";
import { keep } from "./keep";
import { keptIndex, readKept } from "./kept";

const TOKEN = "__convexAuthJWT_attendee";

test("twenty answers are kept, the newest, and none that is too long", () => {
  window.localStorage.setItem(TOKEN, newTokens().token);
  for (let at = 1; at <= 25; at += 1) keep("somebody", new Map([[`answer ${at}`, { at }]]), Date.now() + at);
  const names = () => Object.keys(keptIndex("somebody"));
  expect(names().sort()).toEqual(Array.from({ length: 20 }, (_, at) => `answer ${at + 6}`).sort());
  expect(readKept("somebody", "answer 25")?.data).toEqual({ at: 25 });
  keep("somebody", new Map([["answer 25", "x".repeat(400_000)]]));
  expect(names()).not.toContain("answer 25");
  expect(kept()).not.toContain('{"at":25}');
  keep("somebody", new Map([["old", "words"]]), Date.now() - 8 * 86_400_000);
  expect(readKept("somebody", "old"), "of last week").toBeNull();
  keep("nobody", new Map([["theirs", "words"]]));
  expect(kept(), "of a session that is not here").not.toContain("theirs");
});

test("what is kept of a long evening is bounded in all, and the oldest goes first", () => {
  window.localStorage.setItem(TOKEN, newTokens().token);
  const long = (at: number) => `${at} `.padEnd(250_000, "x");
  for (let at = 1; at <= 6; at += 1) keep("somebody", new Map([[`answer ${at}`, long(at)]]), Date.now() + at);
  expect(Object.keys(keptIndex("somebody")).sort()).toEqual(["answer 3", "answer 4", "answer 5", "answer 6"]);
  expect(kept().length).toBeLessThan(1_200_000);
  keep("somebody", new Map([["answer 3", long(3)]]), Date.now() + 7);
  keep("somebody", new Map([["answer 7", long(7)]]), Date.now() + 8);
  expect(Object.keys(keptIndex("somebody")).sort(), "what is still true is not old").toEqual([
    "answer 3",
    "answer 5",
    "answer 6",
    "answer 7",
  ]);
});

/** All that this browser has kept for a dead spot. */
function kept(): string {
  return Object.entries({ ...window.localStorage })
    .filter(([key]) => key.startsWith("kept:"))
    .join();
}
