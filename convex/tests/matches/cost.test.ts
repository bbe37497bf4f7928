/** The cost of the longest list of matches. Convex refuses a query that reads more than 4,096 index ranges. */
import { omit } from "convex-helpers";
import { expect } from "vitest";
import { api } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import { woman } from "../../testing/crowd.testing";
import type { Person } from "../../testing/people.testing";
import { rowsIn, test, type Product } from "../../testing/product.testing";
import { limits } from "../../shared/limits";

test("the longest list of matches can be read, if each has three photos and some are suspended", async ({ t }) => {
  const asha = await woman(t, "Asha");
  await matches(t, asha, 1_000, (i) => i % 5 === 0);
  const { length, 0: first } = await asha.query(api.matches.list, { limit: limits.matchesMax });
  const news = await asha.query(api.matches.news, { since: 0 });

  expect([length, first?.user.photos.length]).toEqual([limits.matchesMax, 3]);
  expect(news.matches.length).toBeGreaterThan(limits.matchesMax / 2);
});

test("the list can be read if its last place is free and hundreds of older matches are suspended", async ({ t }) => {
  const asha = await woman(t, "Asha");
  await matches(t, asha, 900, (i) => i <= 900 - limits.matchesMax);

  expect(await asha.query(api.matches.list, { limit: limits.matchesMax })).toHaveLength(limits.matchesMax - 1);
});

/** Gives a person `count` matches with people who have three photos each. `isSuspended`: whether the one of a number is, oldest first. */
async function matches(
  t: Product,
  { userId }: Person,
  count: number,
  isSuspended: (i: number) => boolean,
): Promise<void> {
  const profile = omit((await rowsIn(t, "profiles"))[0]!, ["_id", "_creationTime"]);
  const photo = omit((await rowsIn(t, "photos"))[0]!, ["_id", "_creationTime"]);
  for (let from = 0; from < count; from += 100) {
    await t.run(async ({ db }) => {
      for (let i = from; i < from + 100; i += 1) {
        const status = isSuspended(i) ? "suspended" : "approved";
        const user = { kind: "user", status, rejections: 0, email: `number${i}@people.test` } as const;
        const other = await db.insert("users", user);
        const photoIds: Id<"photos">[] = [];
        for (const n of [1, 2, 3])
          photoIds.push(await db.insert("photos", { ...photo, userId: other, key: `${i} ${n}` }));
        await db.insert("profiles", { ...profile, userId: other, photoIds });
        await db.insert("matches", { a: userId, b: other });
      }
    });
  }
}
