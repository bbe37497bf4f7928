/** Refunds. A moderator decides on one, or the provider refunds on its own. The grant is revoked before the money goes back. */
import type { Infer } from "convex/values";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { fail } from "../../shared/errors";
import type { givenRefund, purchase, refundRow, refundStatus, startedRefund } from "../../validators/payments";
import { recordIncident } from "../incidents";
import { queueMail } from "../mails/mails";
import { nameOf } from "../moderation/trail";
import { hasFeature, revokeGrant } from "./payments";
import { nextPoll, orderBy, type Order } from "./rows";
import { patchOrder } from "./writing";
import { profileOf } from "../rows/profiles";

type Row = Infer<typeof refundRow>;

/** Returns orders waiting for a refund, oldest first, then those being refunded, then the latest refunded. */
export async function listRefunds(ctx: QueryCtx): Promise<Row[]> {
  const orders = (status: Row["status"]) =>
    ctx.db.query("orders").withIndex("by_status", (q) => q.eq("status", status));
  const rows = [
    ...(await orders("refundDue").take(SHOWN)),
    ...(await orders("refunding").take(SHOWN)),
    ...(await orders("refunded").order("desc").take(SHOWN_DONE)),
  ];
  return await Promise.all(rows.map((order) => toRow(ctx, order)));
}

/**
 * Starts the refund of a waiting order, or of any paid one. Stores it before calling the provider, so a crash does not lose it. For a
 * refund under way, calls the provider again with the same id, which is still one refund.
 */
export async function startRefund(ctx: MutationCtx, moderator: Id<"users">, orderId: string) {
  const order = await orderBy(ctx, orderId);
  if (order === null) fail("NOT_FOUND", "There is no such order.");
  // The provider never had the orders that `npm start` makes for demo people.
  if (order.isDemo && order.expiresAt === undefined) {
    fail("ALREADY_DECIDED", "Nobody paid for this demo order, so there is nothing to refund.");
  }
  if (order.status === "refunding") return toStartedRefund(order);
  if (order.status !== "refundDue" && order.status !== "paid") {
    fail(
      "ALREADY_DECIDED",
      order.status === "refunded" ? "This order has been refunded." : "This order has not been paid.",
    );
  }
  await revokeGrant(ctx, order);
  const since = Date.now();
  const refund = { id: refundId(order), since, by: moderator };
  const refunding = { ...order, status: "refunding" as const, refund };
  await patchOrder(ctx, order, { status: refunding.status, refund, dueAt: nextPoll(refunding, since) });
  await recordIncident(ctx, "refundStarted", { by: moderator, ...subjectOf(order) });
  return toStartedRefund(refunding);
}

/** Applies the provider's refund status. `refunded` is final. `id`: the refund that was polled, if it is ours. */
export async function applyRefundStatus(
  ctx: MutationCtx,
  orderId: string,
  id: string | null,
  status: Infer<typeof refundStatus>,
): Promise<void> {
  const order = await orderBy(ctx, orderId);
  if (order === null || (order.status !== "paid" && order.status !== "refundDue" && order.status !== "refunding"))
    return;
  if (status === "done") {
    await revokeGrant(ctx, order);
    await patchOrder(ctx, order, { status: "refunded", refundedAt: Date.now(), dueAt: undefined });
    await recordIncident(ctx, "refunded", subjectOf(order));
    await mailRefund(ctx, order);
  } else if (order.status === "refunding" && order.refund?.id === id) {
    await applyToOwnRefund(ctx, order, order.refund, status);
  }
}

export async function purchaseOf(ctx: QueryCtx, orderId: string): Promise<Infer<typeof purchase> | null> {
  const order = await orderBy(ctx, orderId);
  if (order === null) return null;
  return { ...(await toRow(ctx, order)), status: order.status };
}

/** Returns who started a refund, and when. Null: there is none, or the provider refunded on its own. */
export async function refundGiven(ctx: QueryCtx, { refund }: Order): Promise<Infer<typeof givenRefund> | null> {
  if (refund === undefined) return null;
  const { by, since, taken = false } = refund;
  return { by: by === undefined ? null : nameOf(await ctx.db.get("users", by)), since, taken };
}

/** Orders of each kind that the list shows. */
const SHOWN = 50;
const SHOWN_DONE = 20;

async function toRow(ctx: QueryCtx, order: Order): Promise<Row> {
  const { orderId, feature, amount, currency, received, paidAt = null, cause = null, userId } = order;
  const profile = userId ? await profileOf(ctx, userId) : null;
  const status = order.status === "refunding" || order.status === "refunded" ? order.status : "refundDue";
  const name = profile?.name ?? null;
  const given = await refundGiven(ctx, order);
  return { orderId, feature, amount, currency, ...received, paidAt, name, status, cause, given };
}

/** Applies the status of our refund while it is incomplete. */
async function applyToOwnRefund(ctx: MutationCtx, order: Order, refund: NonNullable<Order["refund"]>, status: string) {
  if (status === "refused") {
    await patchOrder(ctx, order, { status: "refundDue", cause: "refundFailed" });
    await recordIncident(ctx, "refundRefused", subjectOf(order));
  } else if (status === "pending" && !refund.taken) {
    await patchOrder(ctx, order, { refund: { ...refund, taken: true } });
    await mailRefund(ctx, order);
  }
}

/** Mails the buyer once the provider has accepted the refund. One mail per order, however many tries it takes. */
async function mailRefund(ctx: MutationCtx, order: Order): Promise<void> {
  const { userId, feature, orderId, amount, currency, received } = order;
  if (userId === undefined || order.refundMailed) return;
  await patchOrder(ctx, order, { refundMailed: true });
  const profile = await profileOf(ctx, userId);
  const keeps = profile !== null && hasFeature(profile, feature);
  await queueMail(ctx, { kind: "refund", userId, feature, amount, currency, ...received, orderId, keeps });
}

function subjectOf({ orderId, userId }: Order) {
  return { orderId, ...(userId && { about: userId }) };
}

function toStartedRefund({ orderId, amount, received, refund }: Order): Infer<typeof startedRefund> {
  return { orderId, id: refund?.id ?? "", amount: received?.amount ?? amount };
}

/** Letters and digits, at most forty. After a refused refund, the next try needs a new id. */
function refundId({ orderId, refund }: Order): string {
  const lastTry = /x(\d+)$/.exec(refund?.id ?? "")?.[1] ?? "0";
  return `refund${orderId.replace(/^order_|[^a-zA-Z0-9]/g, "").slice(0, 28)}x${Number(lastTry) + 1}`;
}
