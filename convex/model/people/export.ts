/**
 * A user's data export, for themselves or for an organiser who handles a request. It has what they submitted, did and wrote, and the
 * moderators' decisions about them. It has nothing that other attendees wrote or decided about them, and no other names. It comes in pages,
 * so no transaction is large.
 */
import { omit, pick } from "convex-helpers";
import type { PaginationOptions, PaginationResult } from "convex/server";
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { failSignedOut } from "../../shared/errors";
import { features, grantFields, products } from "../../shared/prices";
import type { exportedFacts, exportedPhoto, exportedRow, rowsPage, ownMessagesPage } from "../../validators/export";
import { threadOf } from "../rows/threads";
import { recordIncident } from "../incidents";
import { knownOrderStatus, knownStatus } from "../rows/knownStatus";
import { mailPreferencesOf } from "../mails/preferences";
import { recordRuling } from "../moderation/trail";
import { reviewedOf, submittedPhotos, waitingVersionOf } from "../moderation/versions";
import { attendeeBy } from "../personViews";
import { handGrantsOf } from "../payments/rows";
import { profileOf } from "../rows/profiles";
import { pushSettingsOf } from "../subscriptions/settings";
import { checkedReason } from "../reports/suspensions";
import { spend } from "../throttle/limits";
import { isAtFestival } from "../tickets/tickets";
import { heldTicketOf } from "../tickets/claiming";

type Facts = Infer<typeof exportedFacts>;
type Page = Infer<typeof rowsPage>;
type Exported = Infer<typeof exportedRow>;

/** Starts an organiser's export of a person. The trail records it, with the reason if there is one. */
export async function startExport(
  ctx: MutationCtx,
  organiserId: Id<"users">,
  id: string,
  typedReason: string,
): Promise<Id<"users">> {
  const reason = typedReason.trim() === "" ? undefined : checkedReason(typedReason);
  const user = await attendeeBy(ctx, id);
  const me = await ctx.db.get("users", organiserId);
  if (me === null) failSignedOut();
  const name = (await profileOf(ctx, user._id))?.name;
  await recordRuling(ctx, me, "exported", { about: user._id, name, reason });
  return user._id;
}

/** Counts a user's export of their own data, a few a day. Returns the milliseconds to wait, or null to proceed. */
export async function startOwnExport(ctx: MutationCtx, userId: Id<"users">): Promise<number | null> {
  const wait = await spend(ctx, "export", userId);
  if (wait === null) await recordIncident(ctx, "exported", { by: userId, about: userId });
  return wait;
}

/** Returns the data that takes one or a few rows per person. */
export async function factsOf(ctx: QueryCtx, userId: Id<"users">): Promise<Facts | null> {
  const user = await ctx.db.get("users", userId);
  if (user === null) return null;
  const [profile, waiting, settings] = await Promise.all([
    profileOf(ctx, userId),
    waitingVersionOf(ctx, userId),
    pushSettingsOf(ctx, userId),
  ]);
  const change = user.status === "pending" ? null : waiting && reviewedOf(waiting);
  return {
    account: {
      id: userId,
      email: user.email,
      since: dateOf(user._creationTime),
      status: knownStatus(user),
      ...(user.rejectionReason !== undefined && { rejectionReason: user.rejectionReason }),
      ...(user.suspension && { suspension: { reason: user.suspension.reason, at: dateOf(user.suspension.at) } }),
    },
    profile: profile && withoutIds(profile),
    waitingChange: change && omit(change, ["photoIds"]),
    notifications: { off: settings.off, showNames: settings.showNames, ...(await mailPreferencesOf(ctx, userId)) },
    contactMessages: await contactMessagesOf(ctx, user.email),
    atFestival: await isAtFestival(ctx, userId),
    ticket: await exportedTicketOf(ctx, userId),
    byHand: (await handGrantsOf(ctx, userId)).map((row) => ({ feature: row.feature, at: dateOf(row._creationTime) })),
  };
}

/** Returns the pictures of a user's profile and waiting version. To the user, any other is deleted or was never sent. */
export async function photosOf(ctx: QueryCtx, userId: Id<"users">): Promise<Infer<typeof exportedPhoto>[]> {
  const ids = [...(await submittedPhotos(ctx, userId))];
  const photos = await Promise.all(ids.map((photoId) => ctx.db.get("photos", photoId)));
  return photos.flatMap((row) => (row ? [{ storageId: row.storageId, at: dateOf(row._creationTime) }] : []));
}

/** Returns a page of the data that may have thousands of rows. */
export async function rowsOf(
  ctx: QueryCtx,
  userId: Id<"users">,
  section: Section,
  cursor: string | null,
): Promise<Page> {
  return await sections[section](ctx, userId, cursor);
}

/** Returns a page of a user's own messages in one conversation. The index contains none of the other person's. */
export async function ownMessagesOf(
  ctx: QueryCtx,
  userId: Id<"users">,
  thread: Id<"chatThreads">,
  cursor: string | null,
): Promise<Infer<typeof ownMessagesPage>> {
  const own = ctx.db
    .query("chatMessages")
    .withIndex("by_thread_and_from_and_key", (q) => q.eq("thread", thread).eq("from", userId));
  const { page, isDone, continueCursor } = await own.paginate({ numItems: PAGE_SIZE, cursor });
  return { rows: page.map(({ text, at }) => ({ text, at: dateOf(at) })), next: isDone ? null : continueCursor };
}

export type Section = keyof typeof sections;

const PAGE_SIZE = 500;

/** A page of a user's rows in one table. */
type RowsOf<Row> = (
  ctx: QueryCtx,
  userId: Id<"users">,
) => { paginate(options: PaginationOptions): Promise<PaginationResult<Row>> };
type Nullish = null | undefined;

/** Returns a function that reads a page of a section. It leaves out rows for which `toExported` returns nothing. */
function section<Row, To extends Exported>(
  rowsOf: RowsOf<Row>,
  toExported: (row: Row, ctx: QueryCtx) => To | Nullish | Promise<To | Nullish>,
) {
  return async (ctx: QueryCtx, userId: Id<"users">, cursor: string | null): Promise<Page> => {
    const { page, isDone, continueCursor } = await rowsOf(ctx, userId).paginate({ numItems: PAGE_SIZE, cursor });
    const rows = await Promise.all(page.map(async (row) => (await toExported(row, ctx)) ?? null));
    return { rows: rows.filter((row) => row !== null), next: isDone ? null : continueCursor };
  };
}

/** Each section: one index, and the person's own part of its rows. */
const sections = {
  versions: section(
    ({ db }, userId) => db.query("submissions").withIndex("by_userId_and_status", (q) => q.eq("userId", userId)),
    ({ kind, status, decidedAt, reason, _creationTime }) => ({
      ...{ kind, status, at: dateOf(_creationTime) },
      ...(decidedAt && { decidedAt: dateOf(decidedAt) }),
      // A reason beside an approval is for colleagues.
      ...(reason && status === "rejected" && { reason }),
    }),
  ),
  purchases: section(
    ({ db }, userId) => db.query("orders").withIndex("by_userId", (q) => q.eq("userId", userId)),
    (order) => ({
      ...pick(order, ["orderId", "feature", "amount", "currency"]),
      status: knownOrderStatus(order),
      at: dateOf(order._creationTime),
      ...(order.paidAt && { paidAt: dateOf(order.paidAt) }),
    }),
  ),
  swipes: section(
    ({ db }, userId) => db.query("swipes").withIndex("by_from_and_to", (q) => q.eq("from", userId)),
    // A row without a decision would only show that the other person parted the two, and when.
    ({ decision, decidedAt, _creationTime }) => decision && { decision, at: dateOf(decidedAt ?? _creationTime) },
  ),
  reports: section(
    ({ db }, userId) => db.query("reports").withIndex("by_reporter_and_reported", (q) => q.eq("reporter", userId)),
    ({ kind, reason, _creationTime }) => ({ kind, reason, at: dateOf(_creationTime) }),
  ),
  sessions: section(
    ({ db }, userId) => db.query("authSessions").withIndex("userId", (q) => q.eq("userId", userId)),
    ({ expirationTime, _creationTime }) => ({ since: dateOf(_creationTime), until: dateOf(expirationTime) }),
  ),
  mails: section(
    ({ db }, userId) => db.query("sentMails").withIndex("by_userId", (q) => q.eq("userId", userId)),
    ({ kind, _creationTime }) => ({ kind, at: dateOf(_creationTime) }),
  ),
  /** The ids of conversations, for `ownMessagesOf`. */
  conversations: section(
    ({ db }, userId) => db.query("chatSides").withIndex("by_userId_and_lastAt", (q) => q.eq("userId", userId)),
    async ({ match }, ctx) => {
      const thread = await threadOf(ctx, match);
      return thread && { thread: thread._id };
    },
  ),
};

async function exportedTicketOf(ctx: QueryCtx, userId: Id<"users">): Promise<Facts["ticket"]> {
  const ticket = await heldTicketOf(ctx, userId);
  if (ticket === null) return null;
  const { claimedAt, arrivedAt, ...rest } = ticket;
  return { ...rest, claimedAt: dateOf(claimedAt), ...(arrivedAt && { arrivedAt: dateOf(arrivedAt) }) };
}

async function contactMessagesOf(ctx: QueryCtx, email: string): Promise<Facts["contactMessages"]> {
  const messages = ctx.db.query("contactMessages").withIndex("by_email", (q) => q.eq("email", email));
  return (await messages.take(MAX_MESSAGES)).map(({ subject, message, _creationTime }) => {
    return { subject, message, at: dateOf(_creationTime) };
  });
}

/** Kept for thirty days, and few can be sent per hour. */
const MAX_MESSAGES = 200;

function withoutIds(profile: Doc<"profiles">): Facts["profile"] {
  const grantDates = features.flatMap((feature) => {
    const since = profile[products[feature].since];
    return since === undefined ? [] : [[`${products[feature].key}Since`, dateOf(since)]];
  });
  const shown = omit(profile, ["_id", "_creationTime", "userId", "photoIds", "atFestival", ...grantFields]);
  return { ...shown, ...(Object.fromEntries(grantDates) as object) };
}

function dateOf(time: number): string {
  return new Date(time).toISOString();
}
