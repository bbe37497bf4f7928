/** The queue for a crowd: its pages, its filters, the figures above it, and their cost. */
import { describe, expect } from "vitest";
import { api } from "../../_generated/api";
import { pass, frozenTest, HOUR } from "../../testing/clock.testing";
import { man, woman } from "../../testing/crowd.testing";
import { createWaitingProfiles, decideLater, namesWaiting, undo } from "../../testing/moderator.testing";
import { applicant, moderator, type Person, reject } from "../../testing/people.testing";
import { type Product, rowsIn, setupTest, test } from "../../testing/product.testing";
import { change, phoneOf, waitingVersion } from "../../testing/profiles.testing";
import { file } from "../../testing/reports.testing";
import { traced } from "../../testing/traces.testing";

const filters = ["all", "new", "edit", "known", "reported"] as const;

test("every waiting profile is listed once, oldest first, page by page", async ({ t }) => {
  const mona = await moderator(t);
  await createWaitingProfiles(t, 130);
  expect(await namesWaiting(mona)).toEqual(Array.from({ length: 130 }, (_, n) => `Applicant ${n}`));
  expect(await firstPage(mona, 10_000), "a page has at most fifty profiles").toHaveLength(50);
  for (const numItems of [0, -1, NaN]) expect(await firstPage(mona, numItems)).toHaveLength(1);
});

describe("a filter", () => {
  test("lists and counts new profiles, changes, people with hints from earlier accounts, and people with open reports", async () => {
    const { t, mona, asha } = await mixed();
    expect(await lists(mona)).toEqual({
      all: ["Nina", "Kiran", "Asha"],
      new: ["Nina", "Kiran"],
      edit: ["Asha"],
      known: ["Kiran"],
      reported: [],
    });
    expect(await counted(mona)).toEqual({ all: 3, new: 2, edit: 1, known: 1, reported: 0 });
    await file(await man(t, "Ravi"), asha);
    expect(await namesWaiting(mona, "reported")).toEqual(["Asha"]);
    expect(await counted(mona)).toMatchObject({ all: 3, reported: 1 });
    const [report] = await mona.query(api.moderator.reports, {});
    await mona.mutation(api.moderator.dismiss, { id: report!._id });
    expect(await namesWaiting(mona, "reported")).toEqual([]);
    expect(await counted(mona)).toMatchObject({ all: 3, reported: 0 });
  });

  test("also applies to the next profile that a moderator gets", async () => {
    const { t, mona, asha, kiran } = await mixed();
    const next = async (filter: "edit" | "known" | "reported") =>
      await mona.mutation(api.moderator.claimNext, { after: null, filter });
    expect(await next("edit")).toBe(await waitingVersion(t, asha));
    expect(await next("known")).toBe(await waitingVersion(t, kiran));
    expect(await next("reported")).toBeNull();
    expect(await mona.query(api.moderator.claimed, {})).toEqual([]);
  });

  test("keeps a correct count through decisions, undone decisions and new versions", async () => {
    const { t, mona, asha, kiran, nina } = await mixed();
    await undo(mona, await decideLater(t, mona, kiran, true));
    await undo(mona, await decideLater(t, mona, asha, true));
    expect(await counted(mona)).toEqual({ all: 3, new: 2, edit: 1, known: 1, reported: 0 });
    await change(asha, { bio: "Back row again." });
    await kiran.mutation(api.profiles.update, { profile: { bio: "Front row." } });
    expect(await namesWaiting(mona, "known")).toEqual(["Kiran"]);
    expect(await counted(mona)).toEqual({ all: 3, new: 2, edit: 1, known: 1, reported: 0 });
    await decideLater(t, mona, kiran, false);
    expect(await counted(mona)).toEqual({ all: 2, new: 1, edit: 1, known: 0, reported: 0 });
    await decideLater(t, mona, asha, true);
    await mona.mutation(api.moderator.decide, { id: await waitingVersion(t, nina), approved: true });
    expect(await counted(mona)).toEqual({ all: 0, new: 0, edit: 0, known: 0, reported: 0 });
  });
});

test("the desk shows the oldest waiting profile, and the last hour's decisions of the moderator and of everybody", async () => {
  const t = frozenTest();
  const [mona, nils] = [await moderator(t), await moderator(t, "Nils")];
  const people = [];
  for (const name of ["Asha", "Pia", "Nina"]) people.push(await applicant(t, name));
  const figures = async (mod: Person) => await mod.query(api.moderator.figures, { since: Date.now() - HOUR });
  const [oldest] = await mona.query(api.moderator.queue, {});
  expect(await figures(mona)).toMatchObject({ oldest: oldest?.createdAt, decisions: { mine: 0, all: 0 } });
  for (const [n, mod] of [mona, nils, mona].entries()) {
    await mod.mutation(api.moderator.decide, { id: await waitingVersion(t, people[n]!), approved: n === 0 });
    pass(HOUR / 6);
  }
  expect(await figures(mona)).toMatchObject({ oldest: null, decisions: { mine: 2, all: 3 } });
  expect(await figures(nils)).toMatchObject({ decisions: { mine: 1, all: 3 } });
  pass(HOUR);
  expect(await figures(mona)).toMatchObject({ decisions: { mine: 0, all: 0 } });
});

test("an undone decision does not count among those of the last hour", async () => {
  const t = frozenTest();
  const mona = await moderator(t);
  const [asha, nina] = [await applicant(t, "Asha"), await applicant(t, "Nina")];
  const decisions = async () => (await mona.query(api.moderator.figures, { since: Date.now() - HOUR })).decisions;
  for (const [person, approved] of [
    [asha, true],
    [nina, false],
  ] as const) {
    const id = await waitingVersion(t, person);
    await mona.mutation(api.moderator.decideWithUndo, { id, approved });
    await mona.mutation(api.moderator.undoDecision, { id });
    expect(await decisions()).toEqual({ mine: 0, all: 0 });
  }
  // A row without decisions would make the estimated wait endless.
  expect(await rowsIn(t, "decisionCounts")).toEqual([]);

  await mona.mutation(api.moderator.decide, { id: await waitingVersion(t, nina), approved: true });
  const id = await waitingVersion(t, asha);
  await mona.mutation(api.moderator.decideWithUndo, { id, approved: true });
  expect(await decisions()).toEqual({ mine: 2, all: 2 });
  await mona.mutation(api.moderator.undoDecision, { id });
  expect(await decisions()).toEqual({ mine: 1, all: 1 });
});

test("a page, the figures and the next profile read as much with 5,000 waiting profiles as with 100", async ({ t }) => {
  const mona = await moderator(t);
  await createWaitingProfiles(t, 100);
  const costs = [];
  for (const more of [0, 4_900]) {
    await insertWaiting(t, more);
    const page = await traced(() =>
      mona.query(api.moderator.waiting, { filter: "new", paginationOpts: { cursor: null, numItems: 25 } }),
    );
    const figures = await traced(() => mona.query(api.moderator.figures, { since: 0 }));
    const next = await traced(() =>
      mona.mutation(api.moderator.claimNext, { after: page.result.page[9]!._id, filter: "new" }),
    );
    // The trace counts the reads beside the page.
    costs.push({ page: page.documents + page.result.page.length, figures: figures.documents });
    expect(next.documents).toBeLessThanOrEqual(10);
  }
  // For each of 25 people: version, profile and picture. And the guard.
  expect(costs[0]?.page).toBe(77);
  expect(costs[1]).toEqual(costs[0]);
  // The guard, and the sharded counters of waiting profiles.
  expect(costs[1]?.figures).toBeLessThanOrEqual(5 + 15);
}, 120_000);

/** Nina, Kiran with a hint from another account, and Asha, a member with a change. They wait in this order. */
async function mixed() {
  const t = setupTest();
  const [mona, asha] = [await moderator(t), await woman(t, "Asha")];
  await reject(t, await applicant(t, "Zed"));
  const nina = await applicant(t, "Nina");
  const kiran = await applicant(t, "Kiran", { phoneNumber: phoneOf("Zed") });
  await change(asha, { bio: "Back row now." });
  return { t, mona, asha, nina, kiran };
}

async function lists(mod: Person) {
  const entries = await Promise.all(filters.map(async (filter) => [filter, await namesWaiting(mod, filter)] as const));
  return Object.fromEntries(entries);
}

async function counted(mod: Person) {
  return (await mod.query(api.moderator.figures, { since: 0 })).waiting;
}

async function firstPage(mod: Person, numItems: number) {
  const paginationOpts = { cursor: null, numItems };
  return (await mod.query(api.moderator.waiting, { filter: "all", paginationOpts })).page;
}

/** Versions that wait behind the visible ones. */
async function insertWaiting(t: Product, count: number): Promise<void> {
  for (let n = 0; n < count; n += 700) {
    await t.run(async (ctx) => {
      for (let i = 0; i < 700; i += 1) await ctx.db.insert("submissions", { kind: "new", status: "waiting" });
    });
  }
}
