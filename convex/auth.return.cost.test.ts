/** What it costs to sign up with a number that somebody had who was parted from very many. */
import { expect, test } from "vitest";
import type { Id } from "./_generated/dataModel";
import { api } from "./_generated/api";
import { man } from "./crowd.testing";
import { newcomer, type Person } from "./people.testing";
import { rowsIn, settled, setupTest, type Product } from "./product.testing";
import { phoneOf, pictureOf, profileInput } from "./profiles.testing";
import { aMan } from "./reports.testing";
import { traced } from "./traces.testing";

/** Convex refuses a transaction that reads more index ranges. */
const RANGES_MOST = 4_096;

test("two accounts with her number, each blocked by hundreds, do not keep a newcomer out, who is parted from all of them", async () => {
  const t = setupTest();
  const zoya = await newcomer(t, "Zoya");
  const others = await usersIn(t, 320);
  for (const name of ["Ravi", "Kabir"]) {
    await blockedByAll(t, await man(t, name, { phoneNumber: phoneOf("Zoya") }), others);
  }
  const profile = profileInput("Zoya", { ...aMan, photoId: await pictureOf(t, zoya) });
  const { ranges } = await traced(() => zoya.mutation(api.profiles.create, { profile }));
  await settled(t);

  expect(ranges).toBeLessThan(RANGES_MOST / 2);
  const parted = (await rowsIn(t, "swipes")).filter(({ from }) => from === zoya.userId);
  expect(new Set(parted.map(({ to }) => to))).toEqual(new Set(others));
});

async function usersIn(t: Product, count: number): Promise<Id<"users">[]> {
  const numbers = Array.from({ length: count }, (_, i) => i);
  return await t.run(async ({ db }) => {
    const fields = { kind: "user", status: "approved", rejections: 0 } as const;
    return await Promise.all(numbers.map((i) => db.insert("users", { ...fields, email: `number${i}@people.test` })));
  });
}

async function blockedByAll(t: Product, { userId: from }: Person, others: Id<"users">[]): Promise<void> {
  await t.run(async ({ db }) => {
    for (const to of others) {
      await db.insert("swipes", { from, to, parted: "blocked" });
      await db.insert("swipes", { from: to, to: from, parted: "blocker" });
    }
  });
}
