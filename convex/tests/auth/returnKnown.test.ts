/** What moderators learn about a new profile of a person who had another account, or has one. */
import { describe, expect } from "vitest";
import { api } from "../../_generated/api";
import { aMan, pair } from "../../testing/crowd.testing";
import { applicant, approve, moderator, signsUp, reject, signedIn } from "../../testing/people.testing";
import { rowsIn, test } from "../../testing/product.testing";
import { phoneOf, pictureOf, profileInput } from "../../testing/profiles.testing";
import { block, file, suspend } from "../../testing/reports.testing";
import { deckOf } from "../../testing/views.testing";
import { backWaiting, gone, knownIn } from "../../testing/returns.testing";

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
    await gone(t, await signedIn(t, ravi.email));
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
    await gone(t, await signedIn(t, ravi.email));
    await gone(t, await applicant(t, "Zed", { phoneNumber: phoneOf("Ravi") }));
    await applicant(t, "Yash", { instagramHandle: "zed.insta" });

    expect((await knownIn(t)).map(({ by, what }) => [by, what])).toContainEqual([["handle"], "suspended"]);
  });
});
