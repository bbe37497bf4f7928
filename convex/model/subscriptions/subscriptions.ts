/** The browsers that get a user's notifications. At most one per session, and it ends with the session. */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import { env, type MutationCtx, type QueryCtx } from "../../_generated/server";
import { fail } from "../../shared/errors";
import { limits } from "../../shared/limits";
import { isPushEndpoint } from "../../shared/pushServices";
import type { pushSubscription } from "../../validators/push";
import { pushKey, pushSettingsOf, type PushKind } from "./settings";
import { spend, spendOrFail } from "../throttle/limits";

export type Subscription = Infer<typeof pushSubscription>;
type Owner = { userId: Id<"users">; sessionId: Id<"authSessions"> };

/** Returns the usable subscriptions. Those made with an earlier key of the deployment are not. */
export async function subscriptionsOf(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"pushSubscriptions">[]> {
  const key = pushKey();
  const subscriptions = ctx.db.query("pushSubscriptions").withIndex("by_userId", (q) => q.eq("userId", userId));
  const rows = key === null ? [] : await subscriptions.take(limits.pushDevicesEach);
  return rows.filter((row) => row.key === key);
}

/** True if a user gets notifications of this kind: they want them, and have a subscribed browser. */
export async function isNotified(ctx: QueryCtx, userId: Id<"users">, kind: PushKind): Promise<boolean> {
  if ((await subscriptionsOf(ctx, userId)).length === 0) return false;
  return !(await pushSettingsOf(ctx, userId)).off.includes(kind);
}

/** Returns how many people have a subscribed phone, among at most `limits.phonesCounted` phones. */
export async function countSubscribers(ctx: QueryCtx): Promise<number> {
  const rows = await ctx.db.query("pushSubscriptions").withIndex("by_userId").take(limits.phonesCounted);
  return new Set(rows.map(({ userId }) => userId)).size;
}

/**
 * Subscribes a session's browser, in place of its earlier subscription. If another user has the same endpoint, they lose it, because this
 * user now signs in with that browser. Above the limit per user, the oldest subscription ends.
 */
export async function subscribe(ctx: MutationCtx, owner: Owner, subscription: Subscription): Promise<void> {
  const key = pushKey();
  if (key === null || !isUsable(subscription)) fail("BAD_INPUT", "This browser cannot get notifications");
  await spendOrFail(ctx, "pushSubscribe", owner.userId, "Too many attempts. Please try again later.");
  const replaced = await subscriptionAt(ctx, subscription.endpoint);
  if (replaced !== null) await ctx.db.delete("pushSubscriptions", replaced._id);
  await unsubscribe(ctx, owner.sessionId);
  const subscriptions = ctx.db.query("pushSubscriptions").withIndex("by_userId", (q) => q.eq("userId", owner.userId));
  const others = await subscriptions.order("desc").take(2 * limits.pushDevicesEach);
  for (const { _id } of others.slice(limits.pushDevicesEach - 1)) await ctx.db.delete("pushSubscriptions", _id);
  await ctx.db.insert("pushSubscriptions", { ...owner, ...subscription, key });
}

export async function unsubscribe(ctx: MutationCtx, sessionId: Id<"authSessions">): Promise<void> {
  const rows = ctx.db.query("pushSubscriptions").withIndex("by_sessionId", (q) => q.eq("sessionId", sessionId));
  for (const { _id } of await rows.take(limits.pushDevicesEach)) await ctx.db.delete("pushSubscriptions", _id);
}

/**
 * Replaces a subscription that the browser renewed itself, while no page is open to sign the call. The endpoint and its secret identify the
 * browser. Other callers change nothing and get the same response.
 */
export async function renew(
  ctx: MutationCtx,
  old: Pick<Subscription, "endpoint" | "auth">,
  renewed: Subscription,
): Promise<void> {
  const row = await subscriptionAt(ctx, old.endpoint);
  if (row === null || row.auth !== old.auth || !isUsable(renewed)) return;
  if ((await spend(ctx, "pushRenew", row.userId)) !== null) return;
  await subscribe(ctx, { userId: row.userId, sessionId: row.sessionId }, renewed);
}

const POINT_BYTES = 65;
const SECRET_BYTES = 16;

/** True if the endpoint is at a push service, and the keys look like keys. */
function isUsable({ endpoint, p256dh, auth }: Subscription): boolean {
  const point = bytesOf(p256dh);
  // An uncompressed point begins with 4.
  if (point?.length !== POINT_BYTES || point[0] !== 4 || bytesOf(auth)?.length !== SECRET_BYTES) return false;
  return isPushEndpoint(endpoint, env.PUSH_BASE_URL);
}

/** Returns the bytes of unpadded base64url text, or null for anything else. */
function bytesOf(text: string): Uint8Array | null {
  if (!/^[\w-]{1,100}$/.test(text) || text.length % 4 === 1) return null;
  const bytes = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(bytes, (letter) => letter.charCodeAt(0));
}

async function subscriptionAt(ctx: QueryCtx, endpoint: string): Promise<Doc<"pushSubscriptions"> | null> {
  return await getOneFrom(ctx.db, "pushSubscriptions", "by_endpoint", endpoint);
}
