import { getOneFrom } from "convex-helpers/server/relationships";
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import { env, type MutationCtx, type QueryCtx } from "../../_generated/server";
import { limits } from "../../shared/limits";
import { perKind, pushKinds } from "../../shared/options";
import type { pushChange, pushKind, pushSettings } from "../../validators/push";

export type PushKind = Infer<typeof pushKind>;
type Change = Infer<typeof pushChange> & { wanted?: true };
type Stored = Pick<Doc<"pushSettings">, "off" | "showNames" | "asked" | "wanted">;

/** Returns the key that browsers subscribe with. Null: the deployment has none, and sends no notifications. */
export function pushKey(): string | null {
  return (env.VAPID_PRIVATE_KEY && env.VAPID_PUBLIC_KEY) || null;
}

export async function pushSettingsOf(ctx: QueryCtx, userId: Id<"users">): Promise<Stored> {
  return (await rowOf(ctx, userId)) ?? usual;
}

export async function readSettings(
  ctx: QueryCtx,
  userId: Id<"users">,
  sessionId: Id<"authSessions"> | null,
): Promise<Infer<typeof pushSettings>> {
  const { off, showNames, asked, wanted } = await pushSettingsOf(ctx, userId);
  const key = pushKey();
  const theirs = ctx.db.query("pushSubscriptions").withIndex("by_userId", (q) => q.eq("userId", userId));
  const devices = (await theirs.take(limits.pushDevicesEach)).filter((one) => one.key === key);
  return {
    key,
    kinds: perKind((kind) => !off.includes(kind)),
    showNames,
    asked,
    wanted,
    here: devices.find((one) => one.sessionId === sessionId)?.endpoint ?? null,
    devices: devices.length,
  };
}

export async function changeSettings(
  ctx: MutationCtx,
  userId: Id<"users">,
  { kinds = {}, showNames, asked, wanted }: Change,
): Promise<void> {
  const now = await rowOf(ctx, userId);
  const before = now ?? usual;
  const off = pushKinds.filter((kind) => (kinds[kind] === undefined ? before.off.includes(kind) : !kinds[kind]));
  const next = {
    off,
    showNames: showNames ?? before.showNames,
    asked: asked ?? before.asked,
    wanted: wanted ?? before.wanted,
  };
  if (now === null) await ctx.db.insert("pushSettings", { userId, ...next, likesUntil: Date.now() });
  else await ctx.db.patch("pushSettings", now._id, next);
}

const usual: Stored = { off: [], showNames: false, asked: false, wanted: false };

async function rowOf(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"pushSettings"> | null> {
  return await getOneFrom(ctx.db, "pushSettings", "by_userId", userId);
}
