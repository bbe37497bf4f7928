/** Buying, for tests: a product with a provider beside it, and what buyers and the sweep do. */
import { vi } from "vitest";
import { api, internal } from "./_generated/api";
import { settled, setupTest, type Person, type Product } from "./people.testing";
import { Provider } from "./provider.testing";
import type { Feature } from "./shared/prices";

/** A product in which the provider's warnings are expected. */
export function shop(): { t: Product; provider: Provider } {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const t = setupTest();
  return { t, provider: new Provider() };
}

/** What the page is told to open the provider's checkout with. `premium_plan` means Gold. */
export async function orders(person: Person, feature: Feature | "premium_plan" = "premium_plan") {
  return await person.action(api.payments.createOrder, { feature });
}

/** As the page asks when the buyer comes back. */
export async function verifies(person: Person, orderId: string) {
  return await person.action(api.payments.verify, { orderId });
}

/** What somebody has, as their own page says. */
export async function standing(person: Person): Promise<{ isPremium: boolean; isVIP: boolean }> {
  const { isPremium, isVIP } = await person.query(api.profiles.me, {});
  return { isPremium, isVIP };
}

/** All orders as they are stored. */
export async function rowsOf(t: Product) {
  return await t.run(async (ctx) => await ctx.db.query("orders").collect());
}

/** One round of the sweep, and all that it starts. */
export async function sweeps(t: Product): Promise<void> {
  await t.mutation(internal.paymentsPolling.sweep, {});
  await settled(t);
}
