/** The messages kept with a report. Only these outlive their thread, and moderators see no others. */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { evidenceMessages, namedMessage } from "../../validators/chat";
import { findLiveMatch, threadOf } from "../rows/threads";

type Evidence = Infer<typeof evidenceMessages>;
type Message = Doc<"chatMessages">;

/**
 * Returns up to twenty messages around the one that the report names. The reported person must have sent it to the caller. Null if the
 * client names none, or one in another thread or an ended one. The report is filed either way.
 */
export async function evidenceFor(
  ctx: QueryCtx,
  me: Doc<"profiles">,
  reported: Id<"users">,
  named: Infer<typeof namedMessage> | undefined,
): Promise<Evidence | null> {
  const live = named ? await findLiveMatch(ctx, me.userId, named.matchId) : null;
  const thread = live?.other === reported ? await threadOf(ctx, live.match) : null;
  if (!named || !thread) return null;
  const around = await messagesAround(ctx, thread._id, named.position);
  const isNamed = ({ from, position }: Message) => from === reported && position === named.position;
  if (!around.some(isNamed)) return null;
  return around.map((row) => {
    const by = row.from === reported ? ("reported" as const) : ("reporter" as const);
    return { by, text: row.text, at: row.at, named: isNamed(row) };
  });
}

/** Stores messages with a report. */
export async function storeMessageEvidence(
  ctx: MutationCtx,
  report: Id<"reports">,
  evidence: Evidence | null,
): Promise<void> {
  if (evidence !== null) await ctx.db.insert("reportWords", { report, words: evidence });
}

export async function messageEvidenceOf(ctx: QueryCtx, report: Id<"reports">): Promise<Evidence | undefined> {
  return (await rowOf(ctx, report))?.words;
}

export async function deleteMessageEvidence(ctx: MutationCtx, report: Id<"reports">): Promise<void> {
  const row = await rowOf(ctx, report);
  if (row !== null) await ctx.db.delete("reportWords", row._id);
}

/** Deletes the reporter's own messages from the evidence, when their account is deleted. */
export async function deleteReporterMessages(ctx: MutationCtx, report: Id<"reports">): Promise<void> {
  const row = await rowOf(ctx, report);
  if (row === null) return;
  await ctx.db.patch("reportWords", row._id, { words: row.words.filter(({ by }) => by === "reported") });
}

/** The number of messages a report keeps, and how many of them may come after the reported one. */
const MAX_MESSAGES = 20;
const MAX_LATER = 9;

async function messagesAround(ctx: QueryCtx, thread: Id<"chatThreads">, position: number): Promise<Message[]> {
  const messages = () => ctx.db.query("chatMessages");
  const after = messages().withIndex("by_thread_and_position", (q) => q.eq("thread", thread).gt("position", position));
  const later = await after.take(MAX_LATER);
  const before = messages().withIndex("by_thread_and_position", (q) =>
    q.eq("thread", thread).lte("position", position),
  );
  const earlier = await before.order("desc").take(MAX_MESSAGES - later.length);
  return [...earlier.reverse(), ...later];
}

async function rowOf(ctx: QueryCtx, report: Id<"reports">): Promise<Doc<"reportWords"> | null> {
  return await getOneFrom(ctx.db, "reportWords", "by_report", report);
}
