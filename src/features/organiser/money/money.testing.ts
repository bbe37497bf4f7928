import type { FunctionReturnType } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import { features } from "../../../../convex/shared/prices";
import { deployment } from "../../../testing/page";
import { newId } from "../../../testing/people";
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
  const sum = (orders = 0) => ({ orders, amount: orders * 9900 });
  const { open, paid, failed, refundDue, refunding, refunded } = counts;
  return {
    open: sum(open),
    paid: sum(paid),
    failed: sum(failed),
    refundDue: sum(refundDue),
    refunding: sum(refunding),
    refunded: sum(refunded),
  };
}

export function showMoney(
  orders: ListedOrder[] = [],
  products: Products = recordOf(features, () => states()),
  days: Day[] = [],
): void {
  deployment.answer(api.money.totals, { products });
  deployment.answer(api.money.days, { days, hasMore: false });
  deployment.answer(api.money.orders, pageWith(orders));
}

export function pageWith(orders: ListedOrder[]): FunctionReturnType<typeof api.money.orders> {
  return { page: orders, isDone: true, continueCursor: "end" };
}
