/** The cost of counting, and the reads of the organisers' page. */
import { expect } from "vitest";
import { api, internal } from "../../_generated/api";
import { pass } from "../../testing/clock.testing";
import { likes, man, woman } from "../../testing/crowd.testing";
import { organiser } from "../../testing/people.testing";
import { setupTest, test } from "../../testing/product.testing";
import { traced } from "../../testing/traces.testing";

test("after sixty days, the organisers' figures read one row per hour or per day, and a swipe reruns no query of theirs", async () => {
  const t = setupTest();
  const [desk, asha, ravi] = [await organiser(t), await woman(t, "Asha"), await man(t, "Ravi")];
  const day = 20_000;
  await t.run(async (ctx) => {
    for (let at = 24 * day; at < 24 * (day + 60); at += 1) {
      await ctx.db.insert("counts", { span: "hour", at, counts: { swipes: 1 }, people: 1 });
    }
    for (let at = day; at < day + 60; at += 1) {
      await ctx.db.insert("counts", { span: "day", at, counts: { swipes: 24 }, people: 1 });
    }
  });
  const date = new Date((day + 30) * 86_400_000).toISOString().slice(0, 10);
  const hours = await traced(() => desk.query(api.numbers.read, { day: date }));
  const days = await traced(() => desk.query(api.numbers.read, { day: null }));
  const now = await traced(() => desk.query(api.numbers.now, {}));
  const status = await traced(() => t.query(api.numbers.status, {}));
  const { writes } = await traced(() => likes(asha, ravi));

  expect([hours.result.length, days.result.length]).toEqual([24, 60]);
  // Session and user. There is no row of staff rules.
  expect([hours.documents, days.documents, now.documents, status.documents]).toEqual([26, 62, 2, 0]);
  expect([hours, days, now, status].some((query) => query.touchedBy(writes))).toBe(false);
});

test("the job reads and deletes 250 tallies per transaction, and writes five rows besides those of active people", async () => {
  const t = setupTest();
  await t.run(async (ctx) => {
    for (let i = 0; i < 300; i += 1)
      await ctx.db.insert("tallies", { counts: { swipes: 1, mailsSent: 1 }, who: i % 50 });
  });
  pass(60_000);
  const { documents, writes } = await traced(() => t.mutation(internal.numbers.rollUp, {}));
  const others = writes.filter(({ table }) => table !== "tallies").map(({ table }) => table);

  expect(documents).toBeLessThanOrEqual(250 + 10);
  expect(writes.length - others.length).toBe(250);
  expect(others.filter((table) => table !== "activePeople").toSorted()).toEqual([
    "activity",
    "counts",
    "counts",
    "numbersNow",
    "serviceMinutes",
  ]);
  expect(others).toHaveLength(5 + 50);
});
