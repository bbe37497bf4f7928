/** Creates orders. Reuses a buyer's open order for the feature, so two clicks or two tabs share a checkout. */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { products, type Feature } from "../../shared/prices";
import type { PaymentReport } from "../../services/cashfreeStatus";
import type { orderState, reservation, startedVerification, verification } from "../../validators/payments";
import { isSelling, festivalDetailsOf } from "../festival/festival";
import { hasFeature } from "./payments";
import { count } from "../numbers/numbers";
import { isUnpaid, nextPoll, orderBy, ordersOf, type Order } from "./rows";
import { insertOrder, patchOrder } from "./writing";
import { spendOverall } from "../throttle/budgets";
import { spend } from "../throttle/limits";
import { MINUTE } from "../../shared/durations";

/**
 * Stores the order before it exists at the provider, so a crash never loses a payable order. Reuses an unpaid order with enough time left.
 */
export async function reserve(
  ctx: MutationCtx,
  user: Doc<"users">,
  me: Doc<"profiles">,
  feature: Feature,
): Promise<Infer<typeof reservation>> {
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
  const { name: festivalName } = await festivalDetailsOf(ctx);
  return { kind: "order", order: { orderId, feature, amount, currency, expiresAt, sessionId, customer, festivalName } };
}

/** Stores the session id that opens an order's checkout, and the provider's order number. */
export async function saveSession(
  ctx: MutationCtx,
  orderId: string,
  session: { sessionId: string; providerId?: string },
): Promise<void> {
  const order = await orderBy(ctx, orderId);
  // Without a buyer: they deleted their account meanwhile.
  if (order?.userId === undefined || !isUnpaid(order)) return;
  // The buyer is about to retry, so an earlier failure no longer counts.
  await patchOrder(ctx, order, { ...session, status: "open", dueAt: nextPoll(order, Date.now()) });
  await count(ctx, { paymentsAnswered: 1 });
}

/** Counts a verification and returns the buyer's own order. */
export async function startVerifying(
  ctx: MutationCtx,
  userId: Id<"users">,
  orderId: string,
): Promise<Infer<typeof startedVerification>> {
  const retryAfter = await spend(ctx, "verify", userId);
  if (retryAfter !== null) return { kind: "wait", retryAfter };
  const order = await orderBy(ctx, orderId);
  if (order === null || order.userId !== userId) return { kind: "unknown" };
  return { kind: "order", order: stateOf(order) };
}

export function stateOf({ status, feature, cause }: Order): Infer<typeof orderState> {
  return { status, feature, cause: cause ?? null };
}

/** Returns the result of a verification for the buyer. `report`: the provider's status. Null: it was not fetched. */
export function verificationOf(
  { status, feature, cause }: Infer<typeof orderState>,
  report: PaymentReport | null,
): Infer<typeof verification> {
  if (status === "paid")
    return { verified: true, pending: false, cancelled: false, feature, message: products[feature].thanks };
  const unverified = { verified: false, pending: false, cancelled: false, feature };
  if (report !== null && report.status.kind !== "paid") {
    const { pending, cancelled, message } = report;
    return { ...unverified, pending, cancelled, message: message || "Payment is being processed." };
  }
  if (status === "refunded") return { ...unverified, message: "This payment was refunded." };
  if (status === "refunding") return { ...unverified, message: "This payment is being refunded." };
  if (cause !== "twice") return { ...unverified, message: UNVERIFIED };
  return { ...unverified, message: `You already have ${products[feature].name}. This payment will be refunded.` };
}

export const UNVERIFIED = "Payment verification failed. Please contact support.";

/** The provider requires more than 15 minutes. */
const LIFETIME = 40 * MINUTE;
/** An order with less time left is not reused. The provider may not have it yet, and would refuse it then. */
const TIME_TO_PAY = 16 * MINUTE;

async function newOrder(ctx: MutationCtx, userId: Id<"users">, feature: Feature, now: number): Promise<Order> {
  const orderId = `order_${now}_${random(10)}`;
  const expiresAt = now + LIFETIME;
  const order = { orderId, userId, feature, ...products[feature].price, status: "open" as const, expiresAt };
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
