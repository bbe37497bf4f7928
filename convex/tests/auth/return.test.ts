/** People who delete their account and come back, or who have two accounts. */
import { describe, expect, vi } from "vitest";
import { api, internal } from "../../_generated/api";
import { deleteAccount } from "../../testing/auth.testing";
import { likes, man, match, woman, pair, aMan } from "../../testing/crowd.testing";
import { applicant, approve, moderator, newcomer, signsUp, type Person, reject } from "../../testing/people.testing";
import { everyRow, type Product, rowsIn, settled, test } from "../../testing/product.testing";
import { FILES_EACH, files, phoneOf, pictureOf, profileInput, type ProfileInput } from "../../testing/profiles.testing";
import { block, file, report, suspend, SUSPENSION } from "../../testing/reports.testing";
import { limits } from "../../shared/limits";
import { expectRefusal } from "../../testing/refusals.testing";
import { deckOf, matchesOf, pendingOf } from "../../testing/views.testing";

/** A new account of Ravi that has one thing in common with his first. */
const ravisAgain = {
  "the same address": { name: "Ravi", fields: { instagramHandle: "new.one", phoneNumber: "+911111111111" } },
  "the same handle in capitals": { name: "Zed", fields: { instagramHandle: "@Ravi.Insta" } },
  "the same number without the country": { name: "Zed", fields: { phoneNumber: phoneOf("Ravi").replace("+91", "0") } },
} satisfies Record<string, { name: string; fields: Partial<ProfileInput> }>;

describe("two parted people stay parted", () => {
  test("when the blocked person comes back with the same address", async () => {
    const { t, asha } = await blocked();
    const again = await back(t, "the same address");

    await nothingBetween(asha, again);
    expect(await deckOf(await woman(t, "Meera")), "others see him").toEqual(["Ravi"]);
  });

  test.each(["reports", "unmatches"] as const)(
    "when the person who %s comes back, and the other one cannot notice",
    async (how) => {
      const { t, asha, ravi } = await pair();
      if (how === "reports") await file(ravi, asha);
      else await ravi.mutation(api.matches.unmatch, { matchId: await match(asha, ravi) });
      await gone(t, ravi);

      const again = await back(t, "the same address");
      await nothingBetween(again, asha);
      if (how === "unmatches") await nothingBetween(asha, again);
    },
  );

  test("when each blocked the other, and one of them comes back twice", async () => {
    const { t, asha, ravi } = await pair();
    await block(asha, ravi);
    await block(ravi, asha);
    await gone(t, ravi);
    await gone(t, await back(t, "the same address"));

    const third = await back(t, "the same address");
    await nothingBetween(asha, third);
    await nothingBetween(third, asha);
  });

  test("when both come back, in either order", async () => {
    const { t, asha } = await blocked();
    await gone(t, asha);
    const ravi = await back(t, "the same address");
    const ashaAgain = await woman(t, "Asha");
    await nothingBetween(ashaAgain, ravi);
    await gone(t, ravi);
    await gone(t, ashaAgain);

    const third = await woman(t, "Asha");
    await nothingBetween(third, await man(t, "Ravi"));
  });
});

test("a person who leaves and comes back again and again inherits each parting once", async () => {
  const { t, asha } = await blocked();
  await gone(t, asha);
  const rows: number[] = [];
  for (let times = 0; times < 6; times += 1) {
    await gone(t, await newcomer(t, "Ravi"));
    rows.push((await rowsIn(t, "partings")).length);
  }

  expect(rows.map((count, i) => count - (rows[i - 1] ?? 0)).slice(1)).toEqual([1, 1, 1, 1, 1]);
});

describe("on a new profile, moderators see", () => {
  test.each([
    ["the same address", ["address"]],
    ["the same handle in capitals", ["handle"]],
    ["the same number without the country", ["phone"]],
  ] as const)("%s as on a reported account", async (by, known) => {
    const { t, asha, ravi } = await pair();
    await file(asha, ravi);
    await gone(t, ravi);
    await backWaiting(t, by);

    expect(await knownIn(t)).toEqual([
      { by: known, what: "blocked", at: expect.any(Number) },
      { by: known, what: "reported", at: expect.any(Number) },
    ]);
  });

  test("a number that the former account changed before its deletion", async () => {
    const { t, asha, ravi } = await pair();
    await block(asha, ravi);
    await ravi.mutation(api.profiles.update, { profile: { phoneNumber: "+911234567890" } });
    await gone(t, ravi);
    await backWaiting(t, "the same number without the country");

    expect(await knownIn(t)).toMatchObject([{ what: "blocked", by: ["phone"] }]);
  });

  test("the first handle of a former account that changed it many times", async () => {
    const { t, asha, ravi } = await pair();
    await block(asha, ravi);
    for (let i = 0; i < 25; i++) {
      const fields = { phoneNumber: `+9112345678${10 + i}`, ...(i > 20 && { instagramHandle: `ravi.${i}` }) };
      await ravi.mutation(api.profiles.update, { profile: fields });
    }
    await gone(t, ravi);
    await backWaiting(t, "the same handle in capitals");

    expect(await knownIn(t)).toMatchObject([{ what: "blocked", by: ["handle"] }]);
  });

  test("a picture that hardly differs from a reported one, and the hint parts nobody", async () => {
    const { t, asha, ravi } = await pair();
    await ravi.mutation(api.profiles.update, { profile: { photoId: await pictureOf(t, ravi, "00ff13a7c2465e9b") } });
    await approve(t, ravi);
    await file(asha, ravi);
    await gone(t, ravi);
    const hashes = { Zed: "01ff13a5c2465e9a", Yash: "ff00ec583db9a164", Omar: "0000000000000003" };
    for (const [name, hash] of Object.entries(hashes)) {
      const person = await signsUp(t, name);
      const profile = profileInput(name, { ...aMan, photoId: await pictureOf(t, person, hash) });
      await person.mutation(api.profiles.create, { profile });
    }
    const queue = await (await moderator(t)).query(api.moderator.queue, {});

    expect(
      queue.map(({ name, knownBefore }) => [name, knownBefore.map(({ by, what }) => `${what} by ${by.join()}`)]),
    ).toEqual([
      ["Zed", ["blocked by picture", "reported by picture"]],
      ["Yash", []],
      ["Omar", []],
    ]);
    await (await moderator(t)).mutation(api.moderator.decide, { id: queue[0]!._id, approved: true });
    expect(await deckOf(asha)).toEqual(["Zed"]);
  });

  test("every hint from earlier accounts, until a moderator approves the profile", async () => {
    const { t, asha, ravi } = await pair();
    await suspend(t, asha, ravi);
    await gone(t, ravi);
    const again = await applicant(t, "Zed", { ...aMan, phoneNumber: phoneOf("Ravi"), instagramHandle: "ravi.insta" });
    expect(await knownIn(t)).toContainEqual({ by: ["handle", "phone"], what: "suspended", at: expect.any(Number) });
    await approve(t, again);
    await again.mutation(api.profiles.update, { profile: { bio: "Other words." } });

    expect(await knownIn(t)).toEqual([]);
  });

  test("an earlier rejection, and no hint about a person who only left", async ({ t }) => {
    const [zed, nina] = [await applicant(t, "Zed"), await applicant(t, "Nina")];
    await reject(t, zed);
    await gone(t, zed);
    await gone(t, nina);
    expect(await rowsIn(t, "formerAccounts")).toHaveLength(1);
    await applicant(t, "Yash", { phoneNumber: phoneOf("Zed") });
    await applicant(t, "Omar", { phoneNumber: phoneOf("Nina") });

    const queue = await (await moderator(t)).query(api.moderator.queue, {});
    expect(queue.map(({ name, knownBefore }) => [name, knownBefore])).toEqual([
      ["Yash", [{ by: ["phone"], what: "rejected", at: expect.any(Number) }]],
      ["Omar", []],
    ]);
  });

  test("that the person's other account is suspended", async () => {
    const { t, asha, ravi } = await pair();
    await suspend(t, asha, ravi);
    await backWaiting(t, "the same handle in capitals");

    expect((await knownIn(t)).map(({ what }) => what)).toContain("suspended");
  });

  test("the same hint again when a third account follows two deleted ones", async () => {
    const { t, asha, ravi } = await pair();
    await suspend(t, asha, ravi);
    await gone(t, ravi);
    await gone(t, await applicant(t, "Zed", { phoneNumber: phoneOf("Ravi") }));
    await applicant(t, "Yash", { instagramHandle: "zed.insta" });

    expect((await knownIn(t)).map(({ by, what }) => [by, what])).toContainEqual([["handle"], "suspended"]);
  });
});

describe("an open report about a person who deleted their account", () => {
  test("stays for moderators with the card, and the picture moves to a new URL", async () => {
    const { t, ravi, photo } = await reportedAndGone();
    const [left, ...more] = await (await moderator(t)).query(api.moderator.reports, {});

    expect([left, more]).toMatchObject([{ name: "Ravi", kind: "scam", userStatus: "deleted" }, []]);
    expect((await t.fetch(photo)).status).toBe(404);
    expect((await t.fetch(new URL(left?.photoURL ?? "").pathname)).status).toBe(200);
    for (const secret of [ravi.email, ravi.userId, "ravi.insta", phoneOf("Ravi")]) {
      expect(await everyRow(t)).not.toContain(secret);
    }
  });

  test("is deleted with its card and picture when a moderator dismisses it", async () => {
    const { t } = await reportedAndGone();
    const desk = await moderator(t);
    const [left] = await desk.query(api.moderator.reports, {});
    await desk.mutation(api.moderator.dismiss, { id: left!._id });

    expect(await everyRow(t)).not.toContain("Ravi");
    expect(await files(t)).toBe(FILES_EACH);
    await backWaiting(t, "the same handle in capitals");
    expect((await knownIn(t)).map(({ what }) => what)).toEqual(["blocked"]);
  });

  test("may lead to a suspension, and then the address cannot sign up again", async () => {
    const { t, ravi } = await reportedAndGone();
    const desk = await moderator(t);
    const [left] = await desk.query(api.moderator.reports, {});
    await desk.mutation(api.moderator.suspend, { id: left!._id, reason: SUSPENSION });

    expect(await everyRow(t)).not.toContain("Ravi");
    await expectRefusal(t.action(api.auth.sendOtp, { email: ravi.email }), "ALREADY_VERIFIED");
    await backWaiting(t, "the same handle in capitals");
    expect((await knownIn(t)).map(({ what }) => what)).toContain("suspended");
  });

  test("follows them to their next account, so a suspension holds there too", async () => {
    const { t, ravi } = await reportedAndGone();
    const again = await back(t, "the same address");
    const desk = await moderator(t);
    const [left, ...more] = await desk.query(api.moderator.reports, {});
    expect([left, more]).toMatchObject([{ name: "Ravi", kind: "scam", userStatus: "approved" }, []]);
    await desk.mutation(api.moderator.suspend, { id: left!._id, reason: SUSPENSION });

    await expectRefusal(again.query(api.swipes.deck, {}), "FORBIDDEN");
    await gone(t, again);
    await expectRefusal(t.action(api.auth.sendOtp, { email: ravi.email }), "ALREADY_VERIFIED");
    expect(await files(t)).toBe(FILES_EACH);
  });
});

test("a former account is deleted after ninety days, with its reports and pictures", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { t, asha } = await reportedAndGone();
  await gone(t, asha);
  const forget = async () => {
    await t.mutation(internal.jobs.deleteOldFormers, {});
    await settled(t);
  };
  vi.setSystemTime(Date.now() + limits.formerLifetime - 1_000);
  await forget();
  expect(await rowsIn(t, "formerAccounts")).toHaveLength(2);
  vi.setSystemTime(Date.now() + 2_000);
  await forget();

  for (const table of ["formerAccounts", "identifiers", "partings", "looks", "reports", "photos"] as const) {
    expect(await rowsIn(t, table), table).toEqual([]);
  }
  expect(await files(t)).toBe(0);
});

/** Asha blocked Ravi, who then deleted his account. */
async function blocked(): Promise<{ t: Product; asha: Person }> {
  const { t, asha, ravi } = await pair();
  await block(asha, ravi);
  await gone(t, ravi);
  return { t, asha };
}

/** Asha reported Ravi, who then deleted his account. */
async function reportedAndGone() {
  const { t, asha, ravi } = await pair();
  const { photoURL } = await ravi.query(api.profiles.me, {});
  await report(asha, ravi, { kind: "scam", reason: "Sells tickets." });
  await gone(t, ravi);
  return { t, asha, ravi, photo: new URL(photoURL ?? "").pathname };
}

async function gone(t: Product, person: Person): Promise<void> {
  await deleteAccount(person);
  await settled(t);
}

async function back(t: Product, by: keyof typeof ravisAgain): Promise<Person> {
  const again = await backWaiting(t, by);
  await approve(t, again);
  return again;
}

async function backWaiting(t: Product, by: keyof typeof ravisAgain): Promise<Person> {
  return await applicant(t, nameOf(by), { ...aMan, ...ravisAgain[by].fields });
}

function nameOf(by: keyof typeof ravisAgain): string {
  return ravisAgain[by].name;
}

/** Checks that she never sees him, and that likes between them have no effect that either can notice. */
async function nothingBetween(her: Person, him: Person): Promise<void> {
  const herName = (await her.query(api.profiles.me, {})).name;
  const hisName = (await him.query(api.profiles.me, {})).name;
  expect([await deckOf(her), await matchesOf(her), await pendingOf(her)].flat()).not.toContain(hisName);
  expect([await matchesOf(him), await pendingOf(him)].flat()).not.toContain(herName);
  await likes(her, him).catch(() => undefined);
  await likes(him, her).catch(() => undefined);
  expect([await pendingOf(her), await matchesOf(her)].flat()).not.toContain(hisName);
  expect([await pendingOf(him), await matchesOf(him)].flat()).not.toContain(herName);
}

/** Returns the hints about the profile that has waited longest. */
async function knownIn(t: Product) {
  return (await (await moderator(t)).query(api.moderator.queue, {}))[0]!.knownBefore;
}
