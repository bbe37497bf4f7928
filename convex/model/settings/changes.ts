/** Changes the festival's settings and picture, one change at a time, and records who, when and what. */
import type { Infer } from "convex/values";
import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { fail } from "../../shared/errors";
import type { Announcement, Festival } from "../../shared/festival";
import { announcementForm, festivalForm } from "../../shared/festivalForm";
import { checked } from "../../shared/forms";
import type { festivalChange, encodedPicture } from "../../validators/festival";
import { changeDays } from "./closingDays";
import { countMailToAll } from "./announcement";
import { availabilityIn, calendarIn, calendarOf, detailsIn, failWhileErasing, festivalOf } from "../festival/festival";
import { recordIncident } from "../incidents";
import { nameOf } from "../moderation/trail";
import { followCalendar } from "../quota";
import { servedFileOf } from "../photos/shown";
import { writeSingle } from "../rows/writing";
import { namesOf } from "../../shared/records";

/**
 * Saves the settings. `version`: the one the organiser edited. Refuses if it has changed since, and says who changed it. Writes only
 * changed rows.
 */
export async function saveFestival(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  { version, settings }: { version: number; settings: unknown },
): Promise<void> {
  const before = await festivalOf(ctx);
  if (version !== before.version) fail("ALREADY_DECIDED", await changedSince(ctx, organiser));
  const form = checked(festivalForm, settings);
  const changes: Doc<"festivalChanges">["changes"] = namesOf(form)
    .filter((field) => form[field] !== before[field])
    .map((field) => ({ field, before: before[field] ?? "", after: form[field] ?? "" }));
  if (changes.length === 0 && before.version > 0) return;
  const withdrawnAt = await changeDays(ctx, organiser, before, calendarIn(form));
  const { announcement } = before;
  const isWithdrawn = announcement !== null && announcement.at === withdrawnAt;
  await write(ctx, { ...form, announcement: isWithdrawn ? null : announcement, version: version + 1 });
  if (isWithdrawn) changes.push({ field: "announcement", before: announcement.text, after: "" });
  await recordChange(ctx, organiser, changes);
}

/**
 * Announces something to everybody. A ribbon appears in every open app at once. Mails and notifications, if chosen, go out one after the
 * other.
 */
export async function announce(ctx: MutationCtx, organiser: Doc<"users">, input: unknown): Promise<void> {
  const form = checked(announcementForm(await calendarOf(ctx)), input);
  if (form.mail) await countMailToAll(ctx);
  await announceAs(ctx, organiser, { ...form, at: Date.now() });
}

/** Announces without checks. `organiser` is null for the deployment itself. Replaces an announcement of the same time. */
export async function announceAs(
  ctx: MutationCtx,
  organiser: Doc<"users"> | null,
  { text, until, at, mail, push }: Announced,
) {
  await writeAnnouncement(ctx, organiser, { text, until, at });
  if (mail) await ctx.scheduler.runAfter(0, internal.festival.notifyEverybody, { at, by: "mail" });
  if (push) await ctx.scheduler.runAfter(0, internal.festival.notifyEverybody, { at, by: "push" });
}

/** Withdraws the announcement. Its queued mails and notifications are not sent, except the mails about the closing. */
export async function withdraw(ctx: MutationCtx, organiser: Doc<"users">): Promise<void> {
  await writeAnnouncement(ctx, organiser, null);
}

export async function listChanges(ctx: QueryCtx): Promise<Infer<typeof festivalChange>[]> {
  const rows = await ctx.db.query("festivalChanges").order("desc").take(LISTED);
  return rows.map(({ _id, _creationTime: at, name, changes }) => ({ _id, at, name, changes }));
}

/** Replaces the picture, and deletes the old one's files. */
export async function savePicture(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  { wide, social }: Infer<typeof encodedPicture>,
): Promise<void> {
  await failWhileErasing(ctx);
  const hadPicture = await dropPicture(ctx);
  await ctx.db.insert("festivalPictures", {
    wide: await servedFileOf(ctx, wide),
    social: await servedFileOf(ctx, social),
  });
  await recordChange(ctx, organiser, [
    { field: "picture", before: hadPicture ? "a picture" : "", after: hadPicture ? "another picture" : "a picture" },
  ]);
}

export async function removePicture(ctx: MutationCtx, organiser: Doc<"users">): Promise<void> {
  if (!(await dropPicture(ctx))) return;
  await recordChange(ctx, organiser, [{ field: "picture", before: "a picture", after: "" }]);
}

const LISTED = 50;
const THE_APP = "the app itself";

type Announced = Announcement & { mail: boolean; push: boolean };

async function changedSince(ctx: MutationCtx, { _id }: Doc<"users">): Promise<string> {
  const last = await ctx.db.query("festivalChanges").order("desc").first();
  const who = last?.by === _id ? "by you in another window" : `by ${last?.name ?? "someone"}`;
  return `The settings were changed ${who} a moment ago. Check them and save again.`;
}

async function writeAnnouncement(ctx: MutationCtx, organiser: Doc<"users"> | null, announcement: Announcement | null) {
  const before = await festivalOf(ctx);
  if (before.announcement === null && announcement === null) return;
  await write(ctx, { ...before, announcement });
  const old = before.announcement?.text ?? "";
  const text = announcement?.text ?? "";
  await recordChange(ctx, organiser, [{ field: "announcement", before: old, after: text }]);
}

/** The first change makes all three rows, so no setting comes from the environment from then on. */
async function write(ctx: MutationCtx, settings: Festival): Promise<void> {
  const [calendar, availability, details] = await Promise.all([
    ctx.db.query("festivalCalendar").first(),
    ctx.db.query("festivalAvailability").first(),
    ctx.db.query("festival").first(),
  ]);
  // The screens follow within two minutes, so they do not all update in the same second.
  if (await writeSingle(ctx, "festivalCalendar", calendar, calendarIn(settings))) await followCalendar(ctx);
  await writeSingle(ctx, "festivalAvailability", availability, availabilityIn(settings));
  await writeSingle(ctx, "festival", details, detailsIn(settings));
}

/** Records who changed what. Null: the deployment itself. */
async function recordChange(
  ctx: MutationCtx,
  organiser: Doc<"users"> | null,
  changes: Doc<"festivalChanges">["changes"],
) {
  const by = organiser === null ? {} : { by: organiser._id };
  const name = organiser === null ? THE_APP : nameOf(organiser);
  await ctx.db.insert("festivalChanges", { ...by, name, changes });
  await recordIncident(ctx, "festivalChanged", by);
}

async function dropPicture(ctx: MutationCtx): Promise<boolean> {
  const row = await ctx.db.query("festivalPictures").first();
  if (row === null) return false;
  for (const { storageId } of [row.wide, row.social]) await ctx.storage.delete(storageId);
  await ctx.db.delete("festivalPictures", row._id);
  return true;
}
