/** Purchases, for tests: a product with a payment provider, and the acts of buyers and of the polling job. */
import { vi } from "vitest";
import { api, internal } from "../_generated/api";
import { woman } from "./crowd.testing";
import type { Person } from "./people.testing";
import { rowsIn, settled, setupTest, type Product } from "./product.testing";
import { Provider } from "./provider.testing";
import type { Feature } from "../shared/prices";

/** A product with a provider. Warnings about the provider are expected and not printed. */
export function shop(): { t: Product; provider: Provider } {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const t = setupTest();
  return { t, provider: new Provider() };
}

/** A product in which Asha has an open order for Gold. */
export async function ordered() {
  const { t, provider } = shop();
  const asha = await woman(t, "Asha");
  return { t, provider, asha, ...(await orders(asha)) };
}

/** Asks for an order, as the page does before it opens the checkout. `premium_plan` means Gold. */
export async function orders(person: Person, feature: Feature | "premium_plan" = "premium_plan") {
  return await person.action(api.payments.createOrder, { feature });
}

/** Verifies an order, as the page does when the buyer comes back. */
export async function verifies(person: Person, orderId: string) {
  return await person.action(api.payments.verify, { orderId });
}

/** Returns a person's purchases, as their own page shows them. */
export async function purchasesOf(person: Person): Promise<{ isPremium: boolean; isVIP: boolean }> {
  const { isPremium, isVIP } = await person.query(api.profiles.me, {});
  return { isPremium, isVIP };
}

/** All stored orders. */
export async function rowsOf(t: Product) {
  return await rowsIn(t, "orders");
}

/** Runs the polling job once, and everything that it schedules. */
export async function pollsDue(t: Product): Promise<void> {
  await t.mutation(internal.payments.pollDue, {});
  await settled(t);
}
