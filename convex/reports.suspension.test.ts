import { describe, expect, test } from "vitest";
import { api } from "./_generated/api";
import { likes, match, woman } from "./crowd.testing";
import { signedIn } from "./people.testing";
import { everyRow, setupTest } from "./product.testing";
import { changeBio, file, pair, REASON, suspend } from "./reports.testing";
import { deckOf, matchesOf, pendingOf } from "./views.testing";

const forbidden = { data: { code: "FORBIDDEN" } };
const ended = { data: { code: "UNAUTHENTICATED" } };

describe("a suspended person", () => {
  test("leaves every deck and list at once, is signed out, and sees only that they are suspended", async () => {
    const { t, asha, ravi, meera, nina } = await four();
    await likes(ravi, nina);
    await suspend(t, asha, ravi);

    expect([await matchesOf(meera), await pendingOf(nina), await deckOf(nina)]).toEqual([[], [], []]);
    await expect(ravi.query(api.profiles.me, {})).rejects.toMatchObject(ended);
    const back = await signedIn(t, ravi.email);
    expect(await back.query(api.profiles.me, {})).toMatchObject({ moderationStatus: "suspended" });
    await expect(back.query(api.swipes.deck, {})).rejects.toMatchObject(forbidden);
    await expect(back.query(api.matches.list, {})).rejects.toMatchObject(forbidden);
    await expect(file(back, nina)).rejects.toMatchObject(forbidden);
    await expect(changeBio(t, back, "Hello again.")).rejects.toMatchObject(forbidden);
  });

  test("has no other open report, and can be restored to decks and matches, but not those of their reporters", async () => {
    const { t, asha, ravi, meera, nina } = await four();
    await file(nina, ravi);
    const desk = await suspend(t, asha, ravi);
    expect(await desk.query(api.moderator.reports, {})).toEqual([]);
    const [suspension, ...more] = await desk.query(api.moderator.suspensions, {});
    expect([suspension?.name, more]).toEqual(["Ravi", []]);
    await desk.mutation(api.moderator.restore, { id: suspension!._id });

    expect(await desk.query(api.moderator.suspensions, {})).toEqual([]);
    expect(await matchesOf(meera)).toEqual(["Ravi"]);
    expect(await deckOf(await woman(t, "Zoya"))).toEqual(["Ravi"]);
    expect([await deckOf(asha), await deckOf(nina)]).toEqual([[], []]);
    const back = await signedIn(t, ravi.email);
    expect(await back.query(api.profiles.me, {})).toMatchObject({ moderationStatus: "approved" });
    expect(await everyRow(t)).not.toContain(REASON);
  });

  test("has no picture at the address that others know, only at the moderators', and is visible again when restored", async () => {
    const t = setupTest();
    const [asha, ravi] = await pair(t);
    const meera = await woman(t, "Meera");
    const status = async (url?: string | null) => (await t.fetch(new URL(url ?? "").pathname)).status;
    const [known] = (await meera.query(api.swipes.deck, {})).profiles;
    expect(await status(known?.photoURL)).toBe(200);
    const desk = await suspend(t, asha, ravi);
    expect(await status(known?.photoURL)).toBe(404);
    const [suspension] = await desk.query(api.moderator.suspensions, {});
    expect(await status(suspension?.photoURL)).toBe(200);
    await desk.mutation(api.moderator.restore, { id: suspension!._id });

    const [again] = (await meera.query(api.swipes.deck, {})).profiles;
    expect([await status(again?.photoURL), await status(known?.photoURL)]).toEqual([200, 404]);
  });

  test("does not count as approved, and is counted once", async () => {
    const t = setupTest();
    const [asha, ravi] = await pair(t);
    const desk = await suspend(t, asha, ravi);
    expect((await desk.query(api.moderator.stats, {})).stats.approved).toBe(1);
    const [suspension] = await desk.query(api.moderator.suspensions, {});
    await desk.mutation(api.moderator.restore, { id: suspension!._id });
    expect((await desk.query(api.moderator.stats, {})).stats.approved).toBe(2);
  });
});

/** Asha and Ravi, who are in each other's decks; Meera, who is Ravi's match; and Nina. */
async function four() {
  const t = setupTest();
  const [asha, ravi] = await pair(t);
  const [meera, nina] = [await woman(t, "Meera"), await woman(t, "Nina")];
  await match(meera, ravi);
  return { t, asha, ravi, meera, nina };
}
