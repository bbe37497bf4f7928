/** Uploads ticket codes, and deletes unclaimed ones. A code is hashed at once, and never stored or logged. */
import type { Infer } from "convex/values";
import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { fail } from "../../shared/errors";
import { limits } from "../../shared/limits";
import { cleanLine } from "../../shared/text";
import { areNumbered, normaliseTicketCode, ticketProblemIn, ticketSentences } from "../../shared/tickets";
import type { uploadedBatch } from "../../validators/tickets";
import { hashTicket } from "../auth/secrets";
import { failWhileErasing } from "../festival/festival";
import { recordIncident } from "../incidents";
import { deleteRows } from "../rows/writing";
import { setAtFestival, ticketByHash, countTickets } from "./tickets";
import { HOUR } from "../../shared/durations";

type Batch = Infer<typeof uploadedBatch>;

/** Stores a batch of codes. Codes already stored are counted, so a batch may be sent again. */
export async function addTickets(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  { codes, label }: { codes: string[]; label: string },
): Promise<Batch> {
  if (codes.length > limits.ticketsBatch) fail("BAD_INPUT", `Send ${limits.ticketsBatch} codes at a time at most.`);
  await failWhileErasing(ctx);
  const typed = codes.map(normaliseTicketCode);
  if (areNumbered(typed)) fail("BAD_INPUT", ticketSentences.numbered);
  // By whole characters: half of an emoji cannot be stored.
  const cleanLabel = [...cleanLine(label)].slice(0, limits.ticketLabelMax).join("");
  const result: Batch = { added: 0, present: 0, repeated: 0, bad: [] };
  const seen = new Set<string>();
  for (const [index, code] of typed.entries()) {
    const problem = ticketProblemIn(codes[index] ?? "");
    if (problem !== null) result.bad.push({ index, problem });
    else if (seen.has(code)) result.repeated += 1;
    else if (await addTicket(ctx, code, cleanLabel)) result.added += 1;
    else result.present += 1;
    seen.add(code);
  }
  if (result.added > 0) await recordUpload(ctx, organiser, result.added);
  return result;
}

/** Starts deleting tickets that nobody has claimed or arrived with. Later uploads stay. */
export async function startRemoval(ctx: MutationCtx, organiser: Doc<"users">): Promise<void> {
  await recordIncident(ctx, "ticketsDeleted", { by: organiser._id });
  await ctx.scheduler.runAfter(0, internal.tickets.removeNext, { before: Date.now() });
}

/** Deletes the next unclaimed tickets uploaded before a time (ms), and schedules the rest. */
export async function removeUnclaimed(ctx: MutationCtx, before: number): Promise<void> {
  const unclaimed = ctx.db
    .query("tickets")
    .withIndex("by_userId_and_arrivedAt", (q) =>
      q.eq("userId", undefined).eq("arrivedAt", undefined).lt("_creationTime", before),
    );
  const deleted = await deleteRows(ctx, "tickets", unclaimed, REMOVED_PER_RUN);
  if (deleted > 0) await countTickets(ctx, { uploaded: -deleted });
  if (deleted === REMOVED_PER_RUN) await ctx.scheduler.runAfter(0, internal.tickets.removeNext, { before });
}

/** Updates who is at the festival after a change of the domains. Processes the next people who signed up after a time (ms). */
export async function markNext(ctx: MutationCtx, after: number): Promise<void> {
  const next = ctx.db.query("users").withIndex("by_creation_time", (q) => q.gt("_creationTime", after));
  const users = await next.take(MARKED_PER_RUN);
  for (const { _id } of users) await setAtFestival(ctx, _id);
  const last = users.at(-1);
  if (last === undefined || users.length < MARKED_PER_RUN) return;
  await ctx.scheduler.runAfter(0, internal.tickets.markNext, { after: last._creationTime });
}

const REMOVED_PER_RUN = 1_000;
/** Few, since each may rewrite the cards in every deck that shows them. */
const MARKED_PER_RUN = 25;

async function addTicket(ctx: MutationCtx, code: string, label: string): Promise<boolean> {
  const codeHash = await hashTicket(code);
  if ((await ticketByHash(ctx, codeHash)) !== null) return false;
  await ctx.db.insert("tickets", { codeHash, ...(label && { label }) });
  return true;
}

/** Counts and logs an upload. Consecutive batches make one log entry an hour. */
async function recordUpload(ctx: MutationCtx, { _id }: Doc<"users">, added: number): Promise<void> {
  await countTickets(ctx, { uploaded: added });
  const log = ctx.db.query("incidents").withIndex("by_by", (q) => q.eq("by", _id));
  const last = await log.order("desc").first();
  const isLogged = last?.what === "ticketsUploaded" && last._creationTime > Date.now() - HOUR;
  if (!isLogged) await recordIncident(ctx, "ticketsUploaded", { by: _id });
}
