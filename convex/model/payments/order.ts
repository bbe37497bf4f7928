/** Creates orders. A buyer has at most one open order per feature, so two clicks or two tabs share a checkout. */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { prices, type Feature } from "../../shared/prices";
import type { reservedOrder } from "../../validators/payments";
import { isSelling, shownOf } from "../festival/festival";
import { hasFeature } from "./payments";
import { count } from "../numbers/numbers";
import { isUnpaid, nextPoll, orderBy, ordersOf, type Order } from "./rows";
import { insertOrder, patchOrder } from "./writing";
import { spendOverall } from "../throttle/budgets";
import { spend } from "../throttle/limits";

/** The order for the buyer's checkout. Or: they own the feature already, nothing is on sale, or how long to wait. */
export type Reserved =
  | { kind: "order"; order: Infer<typeof reservedOrder> }
  | { kind: "owned" }
  | { kind: "closed" }
  | { kind: "wait"; retryAfter: number };

/**
 * Stores the order before it exists at the provider, so a crash never loses a payable order. Reuses an unpaid order with enough time left.
 */
export async function reserve(
  ctx: MutationCtx,
  user: Doc<"users">,
  me: Doc<"profiles">,
  feature: Feature,
): Promise<Reserved> {
  const wait = (await spend(ctx, "order", user._id)) ?? (await spendOverall(ctx, "order"));
  if (wait !== null) return { kind: "wait", retryAfter: wait };
  if (hasFeature(me, feature)) return { kind: "owned" };
  if (!(await isSelling(ctx))) return { kind: "closed" };
  const now = Date.now();
  const unpaid = (await ordersOf(ctx, user._id)).find(
    (order) => order.feature === feature && isUnpaid(order) && (order.expiresAt ?? 0) > now + TIME_TO_PAY,
  );
  const row = unpaid ?? (await newOrder(ctx, user._id, feature, now));
  const { orderId, amount, currency, expiresAt = now, sessionId = null } = row;
  const customer = customerOf(user, me);
  const { name: festivalName } = await shownOf(ctx);
  return { kind: "order", order: { orderId, feature, amount, currency, expiresAt, sessionId, customer, festivalName } };
}

/** Stores the session id that opens an order's checkout, and the provider's order number. */
export async function saveSession(
  ctx: MutationCtx,
  orderId: string,
  session: { sessionId: string; providerId?: string },
): Promise<void> {
  const order = await orderBy(ctx, orderId);
  if (order === null || !isUnpaid(order)) return;
  // The buyer is about to retry, so an earlier failure no longer counts.
  await patchOrder(ctx, order, { ...session, status: "open", dueAt: nextPoll(order, Date.now()) });
  await count(ctx, { paymentsAnswered: 1 });
}

const MINUTE = 60_000;
/** The provider requires more than 15 minutes. */
const LIFETIME = 40 * MINUTE;
/** An order with less time left is not reused. */
const TIME_TO_PAY = 10 * MINUTE;

async function newOrder(ctx: MutationCtx, userId: Id<"users">, feature: Feature, now: number): Promise<Order> {
  const orderId = `order_${now}_${random(10)}`;
  const expiresAt = now + LIFETIME;
  const order = { orderId, userId, feature, ...prices[feature], status: "open" as const, expiresAt };
  const dueAt = nextPoll({ ...order, _creationTime: now }, now);
  return await insertOrder(ctx, { ...order, dueAt });
}

/** The provider requires names of three characters or more, and phone numbers of ten digits. Otherwise the specified defaults are sent. */
function customerOf(user: Doc<"users">, { name, phoneNumber }: Doc<"profiles">) {
  const digits = phoneNumber.replace(/\D/g, "");
  const local = digits.length === 12 && digits.startsWith("91") ? digits.slice(2) : digits;
  return {
    id: user._id,
    name: name.length >= 3 ? name : "User",
    email: user.email,
    phone: local.length === 10 ? local : "0000000000",
  };
}

function random(length: number): string {
  const letters = "0123456789abcdefghijklmnopqrstuvwxyz";
  return Array.from({ length }, () => letters[Math.floor(Math.random() * letters.length)]).join("");
}
