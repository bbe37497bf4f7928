import { describe, expect, test } from "vitest";
import { api } from "../../_generated/api";
import { ended } from "../../testing/auth.testing";
import { holdTimers, runScheduled } from "../../testing/clock.testing";
import { likes, match, woman, pair } from "../../testing/crowd.testing";
import { mailsTo } from "../../testing/mails.testing";
import { moderator, organiser, signedIn, type Person } from "../../testing/people.testing";
import { settings, settled, type Product } from "../../testing/product.testing";
import { pictureOf } from "../../testing/profiles.testing";
import { block, changeBio, file, suspend, SUSPENSION } from "../../testing/reports.testing";
import { expectRefusal } from "../../testing/refusals.testing";
import { deckOf, matchesOf, pendingOf } from "../../testing/views.testing";

describe("a suspended person", () => {
  test("leaves every deck and list at once, and after signing in again sees only the suspension and its reason", async () => {
    const { t, asha, ravi, meera, nina } = await four();
    await likes(ravi, nina);
    await suspend(t, asha, ravi);

    expect([await matchesOf(meera), await pendingOf(nina), await deckOf(nina)]).toEqual([[], [], []]);
    const back = await signedIn(t, ravi.email);
    expect(await back.query(api.profiles.me, {})).toMatchObject({
      ...{ moderationStatus: "suspended", suspension: { reason: SUSPENSION, at: expect.any(Number) } },
      ...{ name: "Ravi", phoneNumber: "", bio: "", instagramHandle: "", photoURL: null },
    });
    expect(await back.query(api.profiles.waiting, {})).toBeNull();
    await expectRefusal(back.query(api.swipes.deck, {}), "FORBIDDEN");
    await expectRefusal(back.query(api.matches.list, {}), "FORBIDDEN");
    await expectRefusal(file(back, nina), "FORBIDDEN");
    await expectRefusal(block(back, nina), "FORBIDDEN");
    await expectRefusal(changeBio(t, back, "Hello again."), "FORBIDDEN");
  });

  test.each<[desk: string, suspends: (t: Product, asha: Person, ravi: Person) => Promise<unknown>]>([
    ["a moderator", async (t, asha, ravi) => await suspend(t, asha, ravi)],
    [
      "an organiser",
      async (t, _, { userId }) =>
        await (await organiser(t)).mutation(api.people.suspend, { userId, reason: SUSPENSION }),
    ],
  ])("is signed out on every device by %s, and stays signed out when restored", async (_, suspends) => {
    const { t, asha, ravi } = await pair();
    const phone = await signedIn(t, ravi.email);
    await suspends(t, asha, ravi);
    const expectSignedOut = async () => {
      for (const device of [ravi, phone]) await expectRefusal(device.query(api.profiles.me, {}), ended);
      expect(await t.action(api.auth.signIn, { refreshToken: phone.refreshToken })).toEqual({ tokens: null });
    };
    await expectSignedOut();

    await (await organiser(t)).mutation(api.people.restore, { userId: ravi.userId, reason: SUSPENSION });
    await expectSignedOut();
    const back = await signedIn(t, ravi.email);
    expect(await back.query(api.profiles.me, {})).toMatchObject({ moderationStatus: "approved" });
  });

  test("gets a mail with the reason in the moderator's own words", async () => {
    const { t, asha, ravi } = await pair();
    await file(asha, ravi);
    const desk = await moderator(t);
    const id = (await desk.query(api.moderator.reports, {}))[0]!._id;
    for (const reason of ["", " \n\u200b ", "x".repeat(301)]) {
      await expectRefusal(desk.mutation(api.moderator.suspend, { id, reason }), "BAD_INPUT");
    }
    await desk.mutation(api.moderator.suspend, { id, reason: SUSPENSION });
    await settled(t);

    expect(mailsTo(ravi.email)[0]).toMatchObject({
      subject: "Your Festival Match profile is suspended",
      text: expect.stringContaining(SUSPENSION),
    });
  });

  test("can appeal: the organisers' mail is marked as an appeal and has the account's address", async () => {
    const { t, asha, ravi } = await pair();
    await suspend(t, asha, ravi);
    const back = await signedIn(t, ravi.email);
    const letter = { name: "Ravi", email: "somebody@else.test", subject: "My suspension", message: "It was not me." };
    for (const person of [t, asha, back]) await person.mutation(api.contact.send, { ...letter, appeal: true });
    await back.mutation(api.contact.send, letter);
    await settled(t);

    const mails = mailsTo(settings.CONTACT_TO!).map(({ subject, reply_to }) => [subject, reply_to]);
    expect(mails.sort()).toEqual([
      ["[Appeal] My suspension", ravi.email],
      ["[Contact] My suspension", letter.email],
      ["[Contact] My suspension", letter.email],
      ["[Contact] My suspension", letter.email],
    ]);
  });

  test("has no open report left, and when restored returns to all decks and matches except their reporters'", async () => {
    const { t, asha, ravi, meera, nina } = await four();
    await file(nina, ravi);
    const desk = await suspend(t, asha, ravi);
    expect(await desk.query(api.moderator.reports, {})).toEqual([]);
    const [suspension, ...more] = await desk.query(api.moderator.suspensions, {});
    expect([suspension?.name, more]).toEqual(["Ravi", []]);
    await desk.mutation(api.moderator.restore, { id: suspension!._id });
    await settled(t);

    expect(mailsTo(ravi.email).map(({ subject }) => subject)).toContain("Your Festival Match profile is back");
    expect(await desk.query(api.moderator.suspensions, {})).toEqual([]);
    expect(await matchesOf(meera)).toEqual(["Ravi"]);
    expect(await deckOf(await woman(t, "Zoya"))).toEqual(["Ravi"]);
    expect([await deckOf(asha), await deckOf(nina)]).toEqual([[], []]);
    const back = await signedIn(t, ravi.email);
    expect(await back.query(api.profiles.me, {})).toMatchObject({ moderationStatus: "approved" });
  });

  test("loses the photo's old address while moderators have another, and is visible again when restored", async () => {
    holdTimers();
    const { t, asha, ravi } = await pair();
    const meera = await woman(t, "Meera");
    const status = (url?: string | null) => statusAt(t, url);
    const [known] = (await meera.query(api.swipes.deck, {})).profiles;
    expect(await status(known?.photoURL)).toBe(200);
    const desk = await suspend(t, asha, ravi);
    expect(await status(known?.photoURL)).toBe(404);
    const [suspension] = await desk.query(api.moderator.suspensions, {});
    expect(await status(suspension?.photoURL)).toBe(200);
    await desk.mutation(api.moderator.restore, { id: suspension!._id });

    const [meanwhile] = (await meera.query(api.swipes.deck, {})).profiles;
    expect([await status(meanwhile?.photoURL), await status(suspension?.photoURL)]).toEqual([200, 200]);
    await runScheduled(t);
    const [again] = (await meera.query(api.swipes.deck, {})).profiles;
    expect(again?.photoURL).toContain("/api/storage/");
    for (const address of Object.values(again?.photos[0] ?? {}).filter((value) => value.startsWith("http"))) {
      expect(await status(address)).toBe(200);
    }
    // The key that moderators had, and for a moment everybody, no longer serves the photo.
    expect(await status(suspension?.photoURL)).toBe(404);
  });

  test("loses the address of a waiting photo too, until restored", async () => {
    holdTimers();
    const { t, asha, ravi } = await pair();
    const photoId = await pictureOf(t, ravi);
    await ravi.mutation(api.profiles.update, { profile: { photoId } });
    const known = (await ravi.query(api.profiles.waiting, {}))?.photoURL;
    expect(await statusAt(t, known)).toBe(200);
    const desk = await suspend(t, asha, ravi);
    expect(await statusAt(t, known)).toBe(404);
    const [row] = await desk.query(api.moderator.queue, {});
    expect(await statusAt(t, row?.photoURL)).toBe(200);

    const [suspension] = await desk.query(api.moderator.suspensions, {});
    await desk.mutation(api.moderator.restore, { id: suspension!._id });
    const back = await signedIn(t, ravi.email);
    expect(await statusAt(t, (await back.query(api.profiles.waiting, {}))?.photoURL)).toBe(200);
    await runScheduled(t);
    expect((await back.query(api.profiles.waiting, {}))?.photoURL).toContain("/api/storage/");
  });
});

async function statusAt(t: Product, url?: string | null): Promise<number> {
  return (await t.fetch(new URL(url ?? "").pathname)).status;
}

/** Makes four people: Asha and Ravi in each other's decks, Ravi's match Meera, and Nina. */
async function four() {
  const { t, asha, ravi } = await pair();
  const [meera, nina] = [await woman(t, "Meera"), await woman(t, "Nina")];
  await match(meera, ravi);
  return { t, asha, ravi, meera, nina };
}
