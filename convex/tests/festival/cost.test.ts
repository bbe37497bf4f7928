/** Which queries rerun when the festival day turns or a setting changes, with thousands of open screens. */
import { expect, vi } from "vitest";
import { api, internal } from "../../_generated/api";
import { crowd, type Kind } from "../../testing/crowd.testing";
import { announces, saves } from "../../testing/festival.testing";
import { shardPause } from "../../model/quota";
import { organiser, type Person } from "../../testing/people.testing";
import { type Product, setupTest, test } from "../../testing/product.testing";
import { traced, type Write } from "../../testing/traces.testing";

test("after 04:00 the festival day turns shard by shard, so open profiles update once each, spread over two minutes", async () => {
  const t = setupTest();
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: Date.parse("2025-12-19T03:50:00+05:30") });
  const people = await crowd(t, Array<Kind>(60).fill({ gender: "female", interestedIn: "male" }));
  await turn(t);
  vi.setSystemTime(Date.parse("2025-12-19T04:00:00+05:30"));
  const open = [];
  for (const person of people) open.push(await traced(() => person.query(api.profiles.me, {})));
  shardPause.ms = 2_000;
  const before = Date.now();
  const { writes: first } = await traced(() => t.mutation(internal.profiles.updateDay, {}));
  const updated = await updatesOf(t, open, before);
  expect(open.some((me) => me.touchedBy(first))).toBe(false);
  expect(updated.every((jobs) => jobs.length === 1)).toBe(true);
  const times = updated.flat().map(({ at }) => at - before);
  expect(Math.max(...times)).toBeLessThan(2 * 60_000);
  for (const at of times) expect(times.filter((other) => Math.abs(other - at) < 1_000).length).toBeLessThan(12);
});

test("a saved setting or announcement reruns only the settings query; a new time zone reaches members through a later job", async () => {
  const t = setupTest();
  const ines = await organiser(t);
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: Date.parse("2025-12-18T20:00:00+05:30") });
  const people = await crowd(t, Array<Kind>(8).fill({ gender: "female", interestedIn: "male" }));
  await saves(ines, { name: "Lights" });
  await turn(t);
  const own = async (person: Person) => [
    await traced(() => person.query(api.profiles.me, {})),
    await traced(() => person.query(api.swipes.deck, {})),
    await traced(() => person.query(api.matches.list, {})),
    await traced(() => person.query(api.matches.pendingLikes, {})),
    await traced(() => person.query(api.matches.news, {})),
  ];
  const open: Awaited<ReturnType<typeof own>> = [];
  for (const person of people) open.push(...(await own(person)));
  const shared = await traced(() => t.query(api.festival.settings, {}));
  for (const act of [
    () => saves(ines, { name: "Moonlights" }),
    () => saves(ines, { signUps: "closed" }),
    () => saves(ines, { sales: "closed" }),
    () => announces(ines, "Gates open at four."),
  ]) {
    const { writes } = await traced(act);
    expect([open.filter((query) => query.touchedBy(writes)).length, shared.touchedBy(writes)]).toEqual([0, true]);
  }
  const { writes } = await traced(() => saves(ines, { timeZone: "Europe/Berlin" }));
  expect(open.filter((query) => query.touchedBy(writes))).toEqual([]);
  const jobs = await t.run(async (ctx) => await ctx.db.system.query("_scheduled_functions").collect());
  const updates = jobs.filter(({ name, state }) => name.startsWith("profiles:updateDay") && state.kind === "pending");
  expect(updates, "the job that updates the shards").toHaveLength(1);
  await turn(t);
  const [me] = people;
  expect(new Date((await me!.query(api.profiles.me, {})).swipesResetAt).toISOString()).toBe("2025-12-19T03:00:00.000Z");
});

/** Updates the day of every shard. */
async function turn(t: Product): Promise<void> {
  await t.mutation(internal.profiles.updateDay, {});
  for (let shard = 0; shard < 60; shard += 1) await t.mutation(internal.profiles.turnDay, { shard });
}

/** Runs the scheduled jobs that turn the day. Returns for each query the times (ms) of the jobs that updated it. */
async function updatesOf(t: Product, open: { touchedBy: (writes: Write[]) => boolean }[], since: number) {
  const jobs = await t.run(async (ctx) => await ctx.db.system.query("_scheduled_functions").collect());
  const updated = open.map(() => [] as { at: number }[]);
  for (const { name, args, scheduledTime: at } of jobs.filter((job) => job.scheduledTime >= since)) {
    if (!name.startsWith("profiles:turnDay")) continue;
    const { shard } = args[0] as { shard: number };
    const { writes } = await traced(() => t.mutation(internal.profiles.turnDay, { shard }));
    for (const [i, query] of open.entries()) if (query.touchedBy(writes)) updated[i]!.push({ at });
  }
  return updated;
}
