import { api } from "../../../../convex/_generated/api";
import { orderStateNames } from "../../../../convex/shared/orderSums";
import { features } from "../../../../convex/shared/prices";
import { deployment } from "../../../testing/page";
import { lastPage, newId } from "../../../testing/people";
import type { Day, ListedOrder, Products, States } from "./useMoney";
import { recordOf } from "../../../../convex/shared/records";

export function order(orderId: string, more: Partial<ListedOrder> = {}): ListedOrder {
  return {
    ...{ orderId, providerId: "2149460581", feature: "unlimited_swipes", amount: 9900, currency: "INR" },
    ...{ status: "paid", cause: null, createdAt: Date.now() - 120_000, paidAt: Date.now() - 60_000, given: null },
    ...{ refundedAt: null, buyer: { _id: newId("users"), name: "Asha" } },
    ...more,
  };
}

/** Sums with this many orders in each state, 99 rupees each. */
export function states(counts: Partial<Record<keyof States, number>> = {}): States {
  return recordOf(orderStateNames, (state) => {
    const orders = counts[state] ?? 0;
    return { orders, amount: orders * 9900 };
  });
}

export function showMoney(
  orders: ListedOrder[] = [],
  products: Products = recordOf(features, () => states()),
  days: Day[] = [],
): void {
  deployment.answer(api.money.totals, { products });
  deployment.answer(api.money.days, { days, hasMore: false });
  deployment.answer(api.money.orders, lastPage(orders));
}
