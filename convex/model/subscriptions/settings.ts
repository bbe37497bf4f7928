import { getOneFrom } from "convex-helpers/server/relationships";
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import { env, type MutationCtx, type QueryCtx } from "../../_generated/server";
import { limits } from "../../shared/limits";
import { pushKinds } from "../../shared/options";
import type { pushChange, pushKind, pushSettings } from "../../validators/push";
import { recordOf } from "../../shared/records";

export type PushKind = Infer<typeof pushKind>;
type Change = Infer<typeof pushChange> & { wanted?: true };
type Stored = Pick<Doc<"pushSettings">, "off" | "showNames" | "asked" | "wanted">;

/** Returns the key that browsers subscribe with. Null: the deployment has none, and sends no notifications. */
export function pushKey(): string | null {
  return (env.VAPID_PRIVATE_KEY && env.VAPID_PUBLIC_KEY) || null;
}

export async function pushSettingsOf(ctx: QueryCtx, userId: Id<"users">): Promise<Stored> {
  return (await rowOf(ctx, userId)) ?? defaults;
}

export async function readSettings(
  ctx: QueryCtx,
  userId: Id<"users">,
  sessionId: Id<"authSessions"> | null,
): Promise<Infer<typeof pushSettings>> {
  const { off, showNames, asked, wanted } = await pushSettingsOf(ctx, userId);
  const key = pushKey();
  const subscriptions = ctx.db.query("pushSubscriptions").withIndex("by_userId", (q) => q.eq("userId", userId));
  const devices = (await subscriptions.take(limits.pushDevicesEach)).filter((subscription) => subscription.key === key);
  return {
    key,
    kinds: recordOf(pushKinds, (kind) => !off.includes(kind)),
    showNames,
    asked,
    wanted,
    here: devices.find((device) => device.sessionId === sessionId)?.endpoint ?? null,
    devices: devices.length,
  };
}

export async function changeSettings(
  ctx: MutationCtx,
  userId: Id<"users">,
  { kinds = {}, showNames, asked, wanted }: Change,
): Promise<void> {
  const row = await rowOf(ctx, userId);
  const current = row ?? defaults;
  const off = pushKinds.filter((kind) => (kinds[kind] === undefined ? current.off.includes(kind) : !kinds[kind]));
  const next = {
    off,
    showNames: showNames ?? current.showNames,
    asked: asked ?? current.asked,
    wanted: wanted ?? current.wanted,
  };
  if (row === null) await ctx.db.insert("pushSettings", { userId, ...next, likesUntil: Date.now() });
  else await ctx.db.patch("pushSettings", row._id, next);
}

const defaults: Stored = { off: [], showNames: false, asked: false, wanted: false };

async function rowOf(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"pushSettings"> | null> {
  return await getOneFrom(ctx.db, "pushSettings", "by_userId", userId);
}
