/** A person's page: who they are, and what happened. For organisers who have opened it: see `personViews.ts`. */
import { pick } from "convex-helpers";
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { features, perField, products, type Feature } from "../../shared/prices";
import { ruling } from "../../validators/moderator";
import type { person, personRecord } from "../../validators/people";
import { nameOf } from "../moderation/trail";
import { reviewedOf, waitingVersionOf } from "../moderation/versions";
import { grantsOf } from "../payments/payments";
import { handGrantsOf } from "../payments/rows";
import { shownPhotos } from "../photos/shown";
import { freePart, profileOf, reviewedPart, type Reviewed } from "../rows/profiles";
import { heldTicketOf } from "../tickets/claiming";

type Person = Infer<typeof person>;
type PersonRecord = Infer<typeof personRecord>;
type User = Doc<"users">;

export async function personOf(ctx: QueryCtx, user: User): Promise<Person> {
  const profile = await profileOf(ctx, user._id);
  const waiting = await waitingVersionOf(ctx, user._id);
  const submitted = waiting && reviewedOf(waiting);
  // Without a profile, the grants that their next one would have.
  const grants = profile ?? (await grantsOf(ctx, user._id));
  const details = await Promise.all(
    features.map((feature) => grantDetails(ctx, user._id, feature, grants[products[feature].since])),
  );
  return {
    _id: user._id,
    email: user.email,
    status: user.status,
    createdAt: user._creationTime,
    profile: profile && { ...(await withPhotos(ctx, profile)), ...freePart(profile) },
    waiting: waiting && submitted && { ...(await withPhotos(ctx, submitted)), since: waiting._creationTime },
    ticket: await heldTicketOf(ctx, user._id),
    ...perField("key", (feature) => details[features.indexOf(feature)] ?? null),
    suspension: user.suspension ?? null,
    rejectionReason: user.rejectionReason ?? null,
    rejections: user.rejections,
    knownBefore: user.knownBefore ?? [],
  };
}

export async function recordOf(ctx: QueryCtx, user: User): Promise<PersonRecord> {
  const [versions, orders, reportsAbout, reportsBy, sessions, mails, trail] = await Promise.all([
    versionsOf(ctx, user._id),
    ordersOf(ctx, user._id),
    reportsAboutOf(ctx, user._id),
    reportsByOf(ctx, user._id),
    sessionsOf(ctx, user._id),
    mailsOf(ctx, user._id),
    trailOf(ctx, user),
  ]);
  return { versions, orders, reportsAbout, reportsBy, sessions, mails, trail };
}

/** The newest of each kind. */
const SHOWN = 50;

async function withPhotos(ctx: QueryCtx, version: Reviewed) {
  const { photoIds, ...reviewed } = reviewedPart(version);
  return { ...reviewed, photos: await shownPhotos(ctx, photoIds) };
}

async function grantDetails(
  ctx: QueryCtx,
  userId: Id<"users">,
  feature: Feature,
  since: number | undefined,
): Promise<Person["gold"]> {
  if (since === undefined) return null;
  const isByHand = (await handGrantsOf(ctx, userId)).some((grant) => grant.feature === feature);
  return { since, by: isByHand ? "hand" : "order" };
}

async function versionsOf(ctx: QueryCtx, userId: Id<"users">): Promise<PersonRecord["versions"]> {
  const all = ctx.db.query("submissions").withIndex("by_userId_and_status", (q) => q.eq("userId", userId));
  const rows = newest(await all.take(ROWS_READ));
  return await Promise.all(
    rows.map(async (row) => {
      const by = row.decidedBy && nameOf(await ctx.db.get("users", row.decidedBy));
      const fields = pick(row, ["_id", "kind", "status", "decidedAt", "reason"]);
      return { ...fields, createdAt: row._creationTime, ...(by && { by }) };
    }),
  );
}

/** Returns the newest `SHOWN` rows. For indexes that do not sort by time. */
function newest<Row extends { _creationTime: number }>(rows: Row[]): Row[] {
  return rows.toSorted((a, b) => b._creationTime - a._creationTime).slice(0, SHOWN);
}

const ROWS_READ = 200;

async function ordersOf(ctx: QueryCtx, userId: Id<"users">): Promise<PersonRecord["orders"]> {
  const orders = ctx.db.query("orders").withIndex("by_userId", (q) => q.eq("userId", userId));
  return (await orders.order("desc").take(SHOWN)).map((order) => ({
    ...pick(order, ["orderId", "feature", "amount", "currency", "status", "paidAt", "cause"]),
    createdAt: order._creationTime,
  }));
}

async function reportsAboutOf(ctx: QueryCtx, userId: Id<"users">): Promise<PersonRecord["reportsAbout"]> {
  const about = ctx.db.query("reports").withIndex("by_reported_and_status", (q) => q.eq("reported", userId));
  return await Promise.all(newest(await about.take(ROWS_READ)).map((row) => toReport(ctx, row, row.reporter)));
}

async function reportsByOf(ctx: QueryCtx, userId: Id<"users">): Promise<PersonRecord["reportsBy"]> {
  const by = ctx.db.query("reports").withIndex("by_reporter_and_reported", (q) => q.eq("reporter", userId));
  return await Promise.all(
    newest(await by.take(ROWS_READ)).map((row) => toReport(ctx, row, ctx.db.normalizeId("users", row.reported))),
  );
}

async function toReport(ctx: QueryCtx, report: Doc<"reports">, otherId: Id<"users"> | null | undefined) {
  const profile = otherId ? await profileOf(ctx, otherId) : null;
  const exists = otherId && (await ctx.db.get("users", otherId)) !== null;
  const other = exists ? { _id: otherId, name: profile?.name ?? "" } : null;
  const shown = pick(report, ["_id", "kind", "reason", "status", "decision"]);
  return { ...shown, createdAt: report._creationTime, other };
}

async function sessionsOf(ctx: QueryCtx, userId: Id<"users">): Promise<PersonRecord["sessions"]> {
  const sessions = ctx.db.query("authSessions").withIndex("userId", (q) => q.eq("userId", userId));
  return (await sessions.order("desc").take(SHOWN)).map(({ _id, _creationTime: since, expirationTime: until }) => {
    return { _id, since, until };
  });
}

/** Returns queued mails, then sent ones. Omits notices that are not due yet, because they may never be sent. */
async function mailsOf(ctx: QueryCtx, userId: Id<"users">): Promise<PersonRecord["mails"]> {
  const queued = ctx.db.query("outbox").withIndex("by_userId", (q) => q.eq("userId", userId));
  const sent = ctx.db.query("sentMails").withIndex("by_userId", (q) => q.eq("userId", userId));
  const waiting = (await queued.order("desc").take(SHOWN)).flatMap((row) =>
    (row.channel === "mail" || row.channel === "link") &&
    "userId" in row.mail &&
    (row.mail.kind !== "notice" || row.tries > 0)
      ? [{ kind: row.mail.kind, at: row._creationTime, sent: false }]
      : [],
  );
  const done = (await sent.order("desc").take(SHOWN)).map(({ kind, _creationTime: at }) => ({ kind, at, sent: true }));
  return [...waiting, ...done].slice(0, SHOWN);
}

/** Decisions with their reasons, and log entries about other acts. */
async function trailOf(ctx: QueryCtx, user: User): Promise<PersonRecord["trail"]> {
  const decisions = ctx.db.query("rulings").withIndex("by_about", (q) => q.eq("about", user._id));
  const log = ctx.db.query("incidents").withIndex("by_about", (q) => q.eq("about", user._id));
  const decided = (await decisions.order("desc").take(SHOWN)).map((row) => {
    return { what: row.ruling, at: row._creationTime, by: row.moderator as string, reason: row.reason };
  });
  const others = (await log.order("desc").take(2 * SHOWN))
    .filter(({ what }) => !rulings.has(what))
    .map(({ what, _creationTime: at, by }) => ({ what, at, by, reason: undefined }));
  const latest = [...decided, ...others].toSorted((a, b) => b.at - a.at).slice(0, SHOWN);
  return await Promise.all(
    latest.map(async ({ what, at, by, reason }) => {
      const id = by === undefined ? null : ctx.db.normalizeId("users", by);
      const author = id === user._id ? { own: true as const } : id && { by: nameOf(await ctx.db.get("users", id)) };
      return { what, at, ...author, ...(reason && { reason }) };
    }),
  );
}

const rulings: ReadonlySet<string> = new Set(ruling.members.map(({ value }) => value));
