/** Deleting an account while others swipe on its user. */
import { describe, expect, vi } from "vitest";
import { api } from "../../_generated/api";
import { deleteAccount } from "../../testing/auth.testing";
import { dislikes, likes, man, match, several, woman, ashaAndMen } from "../../testing/crowd.testing";
import { everyRow, settled, setupTest, test } from "../../testing/product.testing";
import { traced } from "../../testing/traces.testing";
import { expectRefusal } from "../../testing/refusals.testing";
import { deckOf, matchesOf, pendingOf, swipesLeft } from "../../testing/views.testing";

describe("the deletion of an account", () => {
  test("does not conflict with swipes on its user: later transactions delete the decisions", async ({ t }) => {
    // The men's decks remember their decisions on her, because they have not decided on the women before her.
    await several(woman, t, "Early", 2);
    const [asha, men] = [await woman(t, "Asha"), await several(man, t, "Man", 6)];
    for (const him of men.slice(0, 2)) await likes(him, asha);
    const swipes = [];
    for (const him of men.slice(2, 4)) swipes.push(await traced(() => likes(him, asha)));
    for (const him of men.slice(4)) swipes.push(await traced(() => dislikes(him, asha)));
    const { touchedBy, writes } = await traced(() => deleteAccount(asha));

    for (const swipe of swipes) expect(touchedBy(swipe.writes)).toBe(false);
    expect(writes.filter(({ table }) => table === "swipes")).toEqual([]);
    await settled(t);
    expect(await everyRow(t)).not.toContain(asha.userId);
  });

  test("hides its user at once, before the decisions are deleted", async () => {
    vi.useFakeTimers();
    const t = setupTest();
    const [asha, [ravi, omar, kabir, sanj]] = [await woman(t, "Asha"), await several(man, t, "Man", 4)];
    await match(asha, ravi!);
    await likes(asha, omar!);
    await likes(kabir!, asha);
    await deleteAccount(asha);
    const before = await everyRow(t);

    for (const him of [ravi!, omar!, kabir!, sanj!])
      expect([await matchesOf(him), await pendingOf(him), await deckOf(him)]).toEqual([[], [], []]);
    // People who swiped on her can send the swipe again. The others find nobody.
    for (const him of [ravi!, kabir!]) expect(await likes(him, asha)).toEqual({ match: false });
    for (const him of [omar!, sanj!]) await expectRefusal(likes(him, asha), "NOT_FOUND");
    await expectRefusal(omar!.mutation(api.matches.respond, { profileId: asha.userId, accepted: true }), "NOT_FOUND");
    const report = ravi!.mutation(api.reports.file, { reportedUserId: asha.userId, reason: "Rude." });
    await expectRefusal(report, "NOT_FOUND");
    expect(await everyRow(t)).toBe(before);
    await t.finishAllScheduledFunctions(vi.runAllTimers);
    expect(await everyRow(t)).not.toContain(asha.userId);
  });

  test.each(["before", "after"])(
    "at the same moment as swipes on its user leaves nothing (requested %s them)",
    async (side) => {
      const { t, asha, men } = await ashaAndMen(8);
      const early = side === "before" ? deleteAccount(asha) : null;
      const during = Promise.allSettled(men.slice(0, 4).map((him) => likes(him, asha)));
      await (early ?? deleteAccount(asha));
      const after = await Promise.allSettled(men.slice(4).map((him) => likes(him, asha)));
      await settled(t);

      for (const [i, swipe] of [...(await during), ...after].entries()) {
        if (swipe.status === "rejected") expect(swipe.reason).toMatchObject({ data: { code: "NOT_FOUND" } });
        expect(await swipesLeft(men[i]!)).toBe(swipe.status === "fulfilled" ? 4 : 5);
      }
      expect(after.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => "rejected"));
      expect(await everyRow(t)).not.toContain(asha.userId);
    },
  );
});
