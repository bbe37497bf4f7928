/** Two people who parted, and one of them deletes their account and comes back, or both. */
import { describe, expect } from "vitest";
import { api } from "../../_generated/api";
import { likes, man, match, woman, pair } from "../../testing/crowd.testing";
import { newcomer, type Person } from "../../testing/people.testing";
import { rowsIn, test } from "../../testing/product.testing";
import { block, file } from "../../testing/reports.testing";
import { deckOf, matchesOf, pendingOf } from "../../testing/views.testing";
import { back, blocked, gone } from "../../testing/returns.testing";

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
