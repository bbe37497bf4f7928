/** Asking for an order: at most one at a time for a buyer and a feature, so that two clicks or tabs share a checkout. */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { prices, type Feature } from "../shared/prices";
import type { reservedOrder } from "../validatorsPayments";
import { has } from "./payments";
import { isUnpaid, nextAsk, orderBy, ordersOf, type Order } from "./paymentsRows";
import { spend, spendOverall } from "./throttle";

/** The order that the buyer's checkout shall open, whether the provider knows it already or not. */
export type Reserved =
  { kind: "order"; order: Infer<typeof reservedOrder> } | { kind: "owned" } | { kind: "wait"; retryAfter: number };

/**
 * Writes the order down before the provider hears of it, so that no crash loses one that can be paid. A young one that
 * is not paid is taken up again.
 */
export async function reserve(
  ctx: MutationCtx,
  user: Doc<"users">,
  me: Doc<"profiles">,
  feature: Feature,
): Promise<Reserved> {
  const wait = (await spend(ctx, "order", user._id)) ?? (await spendOverall(ctx, "order"));
  if (wait !== null) return { kind: "wait", retryAfter: wait };
  if (has(me, feature)) return { kind: "owned" };
  const now = Date.now();
  const young = (await ordersOf(ctx, user._id)).find(
    (order) => order.feature === feature && isUnpaid(order) && (order.expiresAt ?? 0) > now + TIME_TO_PAY,
  );
  const row = young ?? (await write(ctx, user._id, feature, now));
  const { orderId, amount, currency, expiresAt = now, sessionId = null } = row;
  const customer = customerOf(user, me);
  return { kind: "order", order: { orderId, feature, amount, currency, expiresAt, sessionId, customer } };
}

/** Keeps what opens the checkout of an order. */
export async function keepSession(ctx: MutationCtx, orderId: string, sessionId: string): Promise<void> {
  const order = await orderBy(ctx, orderId);
  if (order === null || !isUnpaid(order)) return;
  // Somebody is about to pay it again, whatever became of the last try.
  await ctx.db.patch("orders", order._id, { sessionId, status: "open", dueAt: nextAsk(order, Date.now()) });
}

const MINUTE = 60_000;
/** The provider wants more than 15 minutes. */
const LIFETIME = 40 * MINUTE;
/** An order with less left than this is not offered again. */
const TIME_TO_PAY = 10 * MINUTE;

async function write(ctx: MutationCtx, userId: Id<"users">, feature: Feature, now: number): Promise<Order> {
  const orderId = `order_${now}_${random(10)}`;
  const expiresAt = now + LIFETIME;
  const order = { orderId, userId, feature, ...prices[feature], status: "open" as const, expiresAt };
  const dueAt = nextAsk({ ...order, _creationTime: now }, now);
  const id = await ctx.db.insert("orders", { ...order, dueAt });
  const row = await ctx.db.get("orders", id);
  if (row === null) throw new Error("A row that was just written is gone");
  return row;
}

/** The provider takes names of three signs or more and phone numbers of ten digits; otherwise what the specification says. */
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
