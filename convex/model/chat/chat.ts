/** Messages: sent once, in order, and read in pages. */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { messageForm } from "../../shared/chat";
import { checked } from "../../shared/forms";
import { limits, listSize } from "../../shared/limits";
import { onDays } from "../../shared/festival";
import { openersOf } from "../../shared/openers";
import { hasContactDetails } from "../../shared/text";
import type { message, messagePage, sentMessage } from "../../validators/chat";
import { heldFrom, sidesOf, liveMatchOf, threadWith, type Side, type LiveMatch, type Thread } from "../rows/threads";
import { hasThreadOpen } from "./typing";
import { calendarOf } from "../festival/festival";
import { markMatches } from "../news/unseen";
import { countFor } from "../numbers/numbers";
import { profileOf } from "../rows/profiles";
import { notify } from "../push/push";
import { messageCountersOf, spendMessage } from "../throttle/messages";

type Profile = Doc<"profiles">;
type User = Doc<"users">;
type Sent = Infer<typeof sentMessage>;
/** The fields that a message changes on a side. */
type SideUpdate = Pick<Side, "last" | "lastAt">;
/** A thread that has begun, and its two sides. */
type StartedThread = { thread: Thread; mine: Side; theirs: Side };
type MessageContent = Pick<Doc<"chatMessages">, "key" | "text" | "at" | "hasContacts">;

/**
 * Sends a message, once per key of its sender. Both sides are written in one transaction, so messages of a thread are strictly ordered. A
 * message that races the end of the match is either stored first and removed, or refused.
 */
export async function sendMessage(
  ctx: MutationCtx,
  me: User,
  matchId: string,
  input: { key: string; text: string },
): Promise<Sent> {
  const { key, text } = checked(messageForm, input);
  const { live, thread, rows } = await threadWith(ctx, me._id, matchId, ({ match, other }, existing) =>
    Promise.all([
      existing && messageByKey(ctx, existing._id, me._id, key),
      sidesOf(ctx, match),
      hasThreadOpen(ctx, match, other),
      messageCountersOf(ctx, me._id),
    ]),
  );
  const [alreadySent, sides, isOpen, counters] = rows;
  if (alreadySent) return { position: alreadySent.position, at: alreadySent.at };
  await spendMessage(ctx, me._id, counters);
  const hasContacts = hasContactDetails(text) ? ({ hasContacts: true } as const) : {};
  const theirs = sides.find(({ userId }) => userId === live.other);
  // One notification covers all unread messages. None is sent while the reader has the thread open.
  const shouldNotify = !isOpen && theirs?.notified !== true;
  const [mine] = sides.filter(({ userId }) => userId === me._id);
  const started = thread && mine && theirs ? { thread, mine, theirs } : null;
  return await deliver(ctx, me, live, started, { key, text, at: Date.now(), ...hasContacts }, shouldNotify);
}

/** Returns a page of a thread: its newest messages, or the newest before a position. The cost does not depend on the thread's length. */
export async function listMessages(
  ctx: QueryCtx,
  me: User,
  matchId: string,
  { before = Infinity, limit = limits.messagesPage }: { before?: number; limit?: number },
): Promise<Infer<typeof messagePage>> {
  const pageSize = listSize(limit, limits.messagesPage);
  const read = async (_: LiveMatch, existing: Thread | null) => existing && pageOf(ctx, existing._id, before, pageSize);
  const { live, thread, rows: page } = await threadWith(ctx, me._id, matchId, read);
  if (thread === null || page === null) return { messages: [], more: false, hold: false };
  const messages = page.reverse();
  const isShown = thread.shownTo.includes(me._id);
  return {
    messages: messages.map((row) => toMessage(row, me._id, isShown)),
    more: (messages[0]?.position ?? 1) > 1,
    hold: heldFrom(thread, live.other) !== undefined,
  };
}

/** Returns three opening lines, based on what the two have in common. */
export async function sharedOpeners(ctx: QueryCtx, me: Profile, matchId: string): Promise<string[]> {
  const { other } = await liveMatchOf(ctx, me.userId, matchId);
  const theirProfile = await profileOf(ctx, other);
  if (theirProfile === null) return [];
  const calendar = await calendarOf(ctx);
  const withCurrentDays = (profile: Profile) => ({
    ...profile,
    festivalDays: onDays(calendar, profile.festivalDays ?? []),
  });
  return openersOf(withCurrentDays(me), withCurrentDays(theirProfile));
}

/** Returns the newest messages before a position, newest first. */
async function pageOf(ctx: QueryCtx, thread: Id<"chatThreads">, before: number, limit: number) {
  const older = ctx.db
    .query("chatMessages")
    .withIndex("by_thread_and_position", (q) => q.eq("thread", thread).lt("position", before));
  return await older.order("desc").take(limit);
}

export async function messageAt(ctx: QueryCtx, thread: Id<"chatThreads">, position: number) {
  return await ctx.db
    .query("chatMessages")
    .withIndex("by_thread_and_position", (q) => q.eq("thread", thread).eq("position", position))
    .unique();
}

async function messageByKey(ctx: QueryCtx, thread: Id<"chatThreads">, from: Id<"users">, key: string) {
  return await ctx.db
    .query("chatMessages")
    .withIndex("by_thread_and_from_and_key", (q) => q.eq("thread", thread).eq("from", from).eq("key", key))
    .unique();
}

async function deliver(
  ctx: MutationCtx,
  me: User,
  live: LiveMatch,
  started: StartedThread | null,
  message: MessageContent,
  shouldNotify: boolean,
): Promise<Sent> {
  const { text, at, hasContacts } = message;
  const from = me._id;
  const position = (started?.mine.last.position ?? 0) + 1;
  const isHeld = hasContacts && started?.thread.shownTo.includes(live.other) !== true;
  const mine: SideUpdate = { lastAt: at, last: { text, mine: true, position } };
  const theirs: SideUpdate & Pick<Side, "notified"> = {
    lastAt: at,
    last: isHeld ? { text: "", mine: false, position, held: true } : { text, mine: false, position },
    ...(shouldNotify && { notified: true }),
  };
  const held = isHeld ? [{ by: from, from: position }] : [];
  const thread = started
    ? await writeSides(ctx, started, mine, theirs, held)
    : await startThread(ctx, from, live, mine, theirs, held);
  await ctx.db.insert("chatMessages", { thread, from, position, ...message });
  await countFor(ctx, me, { messages: 1 });
  if (shouldNotify) await notify(ctx, live.other, "message", { matchId: live.match });
  return { position, at };
}

/** Writes both sides. `held`: the new message, if it is held back. The thread stores only the first of each sender. */
async function writeSides(
  ctx: MutationCtx,
  started: StartedThread,
  mine: SideUpdate,
  theirs: SideUpdate,
  held: Thread["held"],
): Promise<Thread["_id"]> {
  const unread = Math.min(started.theirs.unread + 1, limits.unreadMax);
  await ctx.db.patch("chatSides", started.mine._id, mine);
  await ctx.db.patch("chatSides", started.theirs._id, { ...theirs, unread });
  const { _id, held: alreadyHeld } = started.thread;
  const newlyHeld = held.filter(({ by }) => heldFrom(started.thread, by) === undefined);
  if (newlyHeld.length > 0) await ctx.db.patch("chatThreads", _id, { held: [...alreadyHeld, ...newlyHeld] });
  return _id;
}

async function startThread(
  ctx: MutationCtx,
  me: Id<"users">,
  { match, other }: LiveMatch,
  mine: SideUpdate,
  theirs: SideUpdate,
  held: Thread["held"],
): Promise<Thread["_id"]> {
  await ctx.db.insert("chatSides", { match, ...mine, userId: me, other, unread: 0 });
  await ctx.db.insert("chatSides", { match, ...theirs, userId: other, other: me, unread: 1 });
  // Writing first counts as having seen the match, even if no screen showed it.
  await markMatches(ctx, me, [match], "listed");
  return await ctx.db.insert("chatThreads", { match, people: [me, other], held, shownTo: [] });
}

function toMessage(
  { from, position, text, at, key, hasContacts }: Doc<"chatMessages">,
  me: Id<"users">,
  isShown: boolean,
): Infer<typeof message> {
  const mine = from === me;
  const held = !mine && hasContacts === true && !isShown;
  return { position, mine, text: held ? "" : text, at, held, ...(mine && { key }) };
}
