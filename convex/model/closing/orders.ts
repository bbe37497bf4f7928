/** The data that leaves a closed deployment: the orders, which the law requires, and samples for searching the disk. */
import type { Infer } from "convex/values";
import type { QueryCtx } from "../../_generated/server";
import type { retainedOrders } from "../../validators/closing";

/** Returns a page of all orders, oldest first, without any person, as the privacy page promises. */
export async function retainedOrdersOf(ctx: QueryCtx, cursor: string | null): Promise<Infer<typeof retainedOrders>> {
  const { page, isDone, continueCursor } = await ctx.db.query("orders").paginate({ numItems: ROWS, cursor });
  const rows = page.map(
    ({ orderId, feature, amount, currency, status, paidAt, refund, refundedAt, _creationTime }) => ({
      ...{ orderId, feature, amount, currency, status },
      orderedAt: _creationTime,
      paidAt: paidAt ?? null,
      refundId: refund?.id ?? null,
      refundedAt: refundedAt ?? null,
    }),
  );
  return { rows, next: isDone ? null : continueCursor };
}

/**
 * Returns the names, handles, addresses and phone numbers of five members, and the addresses of five photos. `seed`: zero to one. For the
 * command line only.
 */
export async function samplesOf(ctx: QueryCtx, seed: number): Promise<{ texts: string[]; files: string[] }> {
  const [first, last] = await Promise.all([
    ctx.db.query("profiles").first(),
    ctx.db.query("profiles").order("desc").first(),
  ]);
  if (first === null || last === null) return { texts: [], files: [] };
  const [texts, files]: string[][] = [[], []];
  for (let n = 0; n < SAMPLES; n++) {
    const from = first._creationTime + (last._creationTime - first._creationTime) * ((seed + n / SAMPLES) % 1);
    const laterProfiles = ctx.db.query("profiles").withIndex("by_creation_time", (q) => q.gte("_creationTime", from));
    const profile = (await laterProfiles.first()) ?? first;
    const user = await ctx.db.get("users", profile.userId);
    const photo = profile.photoIds[0];
    texts?.push(profile.name, profile.instagramHandle, profile.phoneNumber, user?.email ?? "");
    const row = photo && (await ctx.db.get("photos", photo));
    const url = row ? await ctx.storage.getUrl(row.storageId) : null;
    if (url !== null) files?.push(url);
  }
  return { texts: (texts ?? []).filter((text) => text.length >= MIN_LENGTH), files: files ?? [] };
}

const ROWS = 500;
const SAMPLES = 5;
/** Shorter strings would match by chance. */
const MIN_LENGTH = 6;
