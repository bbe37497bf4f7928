/** Random histories. Their counts are compared with the rows they left. */
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { api } from "../../_generated/api";
import { crowd, gold, type Kind } from "../../testing/crowd.testing";
import { addUp, notZero, totalIn } from "../../testing/numbers.testing";
import { organiser, type Person } from "../../testing/people.testing";
import { rowsIn, setupTest, type Product } from "../../testing/product.testing";
import { totalOf } from "../../shared/numbers";
import { MINUTE } from "../../testing/clock.testing";
import { runs } from "../../testing/runs.testing";

/** Each run takes a third of a second. */
const RUNS = runs(6);
const kinds = Array.from({ length: 6 }, (_, i): Kind => ({
  gender: i % 2 ? "male" : "female",
  interestedIn: "everyone",
}));

type Step =
  | { act: "swipe" | "respond" | "message" | "report" | "block"; who: number; whom: number; yes: boolean }
  | { act: "undo"; who: number }
  | { act: "later"; minutes: number; addsUp: boolean };

const who = fc.nat(5);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ act: fc.constantFrom("swipe", "respond"), who, whom: who, yes: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constantFrom("message"), who, whom: who, yes: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constantFrom("report", "block"), who, whom: who, yes: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("undo"), who }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant("later"),
      minutes: fc.constantFrom(0, 1, 7, 65, 1_500),
      addsUp: fc.boolean(),
    }),
  },
);

test("whatever people do and whenever the job runs, the counts match the events, and days are the sums of their hours", async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), live), { numRuns: RUNS });
}, 600_000);

async function live(steps: Step[]): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2025-12-18T20:00:00+05:30") });
  const t = setupTest();
  const [desk, people] = [await organiser(t), await crowd(t, kinds)];
  await addUp(t);
  for (const person of people) await gold(t, person);
  const happened = { swipes: 0, matches: 0, undos: 0, messages: 0 };
  for (const next of steps) {
    if (next.act === "later") vi.setSystemTime(Date.now() + next.minutes * MINUTE);
    if (next.act === "later" && next.addsUp) await addUp(t);
    if (next.act !== "later") for (const did of await take(t, people, next)) happened[did] += 1;
  }
  await addUp(t);

  const left = await totalIn(desk);
  expect(notZero(left)).toEqual({
    ...Object.fromEntries(Object.entries(happened).filter(([, times]) => times > 0)),
    ...{ goldSold: 6, goldAmount: 6 * 9900 },
    ...((await rowsIn(t, "reports")).length > 0 && { reports: (await rowsIn(t, "reports")).length }),
  });
  const decided = (await rowsIn(t, "swipes")).filter(({ decision }) => decision !== undefined);
  expect(left.swipes - left.undos).toBe(decided.length);
  const counts = await rowsIn(t, "counts");
  const sumOf = (span: "hour" | "day") => totalOf(counts.filter((row) => row.span === span).map((row) => row.counts));
  expect(sumOf("hour")).toEqual(sumOf("day"));
}

type Did = "swipes" | "matches" | "undos" | "messages";

/** Takes a step. Returns the counted event, or nothing if it was refused or changed nothing. */
async function take(t: Product, people: Person[], next: Exclude<Step, { act: "later" }>): Promise<Did[]> {
  const me = people[next.who]!;
  if (next.act === "undo") {
    const last = (await rowsIn(t, "decks")).find(({ userId }) => userId === me.userId)?.last;
    if (!last || last.undone) return [];
    return await done(me.mutation(api.swipes.undo, { profileId: last.to }), () => ["undos"]);
  }
  const profileId = people[next.whom]!.userId;
  const isDecided = (await rowsIn(t, "swipes")).some(
    (row) => row.from === me.userId && row.to === profileId && row.decision !== undefined,
  );
  const decided = ({ match }: { match: boolean }): Did[] =>
    isDecided ? [] : match ? ["swipes", "matches"] : ["swipes"];
  if (next.act === "swipe") return await done(me.mutation(api.swipes.swipe, { profileId, liked: next.yes }), decided);
  if (next.act === "respond") {
    return await done(me.mutation(api.matches.respond, { profileId, accepted: next.yes }), decided);
  }
  if (next.act === "report") {
    return await done(me.mutation(api.reports.file, { reportedUserId: profileId, reason: "Rude." }), () => []);
  }
  if (next.act === "block") return await done(me.mutation(api.reports.block, { profileId }), () => []);
  const match = (await rowsIn(t, "matches")).find(
    ({ a, b }) => [a, b].includes(me.userId) && [a, b].includes(profileId),
  );
  if (!match) return [];
  const key = crypto.randomUUID();
  return await done(me.mutation(api.chat.send, { matchId: match._id, key, text: "Hello" }), () => ["messages"]);
}

async function done<T>(call: Promise<T>, what: (answer: T) => Did[]): Promise<Did[]> {
  return await call.then(what, () => []);
}
