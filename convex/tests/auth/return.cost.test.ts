/** The cost of signing up again when the former account was parted from hundreds of people. */
import { expect } from "vitest";
import type { Id } from "../../_generated/dataModel";
import { api } from "../../_generated/api";
import { deleteAccount, verify } from "../../testing/auth.testing";
import { man } from "../../testing/crowd.testing";
import { signedIn, type Person } from "../../testing/people.testing";
import { type Product, rowsIn, settled, test } from "../../testing/product.testing";
import { traced } from "../../testing/traces.testing";

/** Convex refuses a transaction that reads more index ranges. */
const MAX_RANGES = 4_096;

test("a person blocked by hundreds can sign up again, and all of them stay parted", async ({ t }) => {
  const zoya = await man(t, "Zoya");
  const others = await usersIn(t, 320);
  await blockedByAll(t, zoya, others);
  await deleteAccount(zoya);
  await settled(t);
  await t.action(api.auth.sendOtp, { email: zoya.email });
  const { ranges } = await traced(() => verify(t, { email: zoya.email }));
  await settled(t);

  expect(ranges).toBeLessThan(MAX_RANGES / 2);
  const again = await signedIn(t, zoya.email);
  const parted = (await rowsIn(t, "swipes")).filter(({ from }) => from === again.userId);
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
