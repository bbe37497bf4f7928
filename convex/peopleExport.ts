/** Internal functions: collect a person's data, page by page, into one JSON text with the pictures in it. */
import { encodeBase64 } from "@oslojs/encoding";
import { literals } from "convex-helpers/validators";
import { v, type Infer } from "convex/values";
import { internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { internalAction, internalMutation, internalQuery, type ActionCtx } from "./_generated/server";
import * as data from "./model/people/export";
import { exportedFacts, exportedPhoto, rowsPage, wordsPage } from "./validators/export";

type Rows = Infer<typeof rowsPage>["rows"];
type Words = Infer<typeof wordsPage>["rows"];

const section = literals("versions", "purchases", "swipes", "reports", "sessions", "mails", "conversations");

/**
 * Returns a person's data as JSON, or null if the account is gone. `withMessages`: the person asked for it themselves. A copy
 * that an organiser makes contains no chat messages.
 */
export const make = internalAction({
  args: { userId: v.id("users"), withMessages: v.boolean() },
  returns: v.union(v.string(), v.null()),
  handler: async (ctx, { userId, withMessages }): Promise<string | null> => {
    const facts: Infer<typeof exportedFacts> | null = await ctx.runQuery(internal.peopleExport.facts, { userId });
    if (facts === null) return null;
    const rows = async (name: data.Section) =>
      await allOf((cursor) => ctx.runQuery(internal.peopleExport.rows, { userId, section: name, cursor }));
    const { messages, isWhole } = withMessages
      ? await messagesOf(ctx, userId, await rows("conversations"))
      : { messages: [], isWhole: false };
    const made = {
      madeAt: new Date().toISOString(),
      ...facts,
      photos: await photosOf(ctx, userId),
      versions: await rows("versions"),
      purchases: await rows("purchases"),
      swipes: await rows("swipes"),
      messages,
      ...(!isWhole && { messagesLeftOut: true }),
      reports: await rows("reports"),
      sessions: await rows("sessions"),
      mails: await rows("mails"),
    };
    return JSON.stringify(made, null, 2);
  },
});

export const facts = internalQuery({
  args: { userId: v.id("users") },
  returns: v.union(exportedFacts, v.null()),
  handler: async (ctx, { userId }) => await data.factsOf(ctx, userId),
});

export const photos = internalQuery({
  args: { userId: v.id("users") },
  returns: v.array(exportedPhoto),
  handler: async (ctx, { userId }) => await data.photosOf(ctx, userId),
});

export const rows = internalQuery({
  args: { userId: v.id("users"), section, cursor: v.union(v.string(), v.null()) },
  returns: rowsPage,
  handler: async (ctx, asked) => await data.rowsOf(ctx, asked.userId, asked.section, asked.cursor),
});

export const words = internalQuery({
  args: { userId: v.id("users"), thread: v.id("chatThreads"), cursor: v.union(v.string(), v.null()) },
  returns: wordsPage,
  handler: async (ctx, asked) => await data.wordsOf(ctx, asked.userId, asked.thread, asked.cursor),
});

/** Logs that an organiser exports a person's data. Returns the person's id. */
export const start = internalMutation({
  args: { organiserId: v.id("users"), userId: v.string(), reason: v.string() },
  returns: v.id("users"),
  handler: async (ctx, asked) => await data.startExport(ctx, asked.organiserId, asked.userId, asked.reason),
});

/** Counts and logs an export of one's own data. Returns null, or the milliseconds to wait. */
export const startOwn = internalMutation({
  args: { userId: v.id("users") },
  returns: v.union(v.number(), v.null()),
  handler: async (ctx, { userId }) => await data.startOwnExport(ctx, userId),
});

/** A function may return 16 MiB. Pictures take a few of them, messages up to this. */
const WORDS_BYTES = 6 * 1024 * 1024;

type Page<Row> = { rows: Row[]; next: string | null };

async function allOf<Row>(page: (cursor: string | null) => Promise<Page<Row>>): Promise<Row[]> {
  const all: Row[] = [];
  for (let cursor: string | null = null; ;) {
    const { rows: more, next }: Page<Row> = await page(cursor);
    all.push(...more);
    if (next === null) return all;
    cursor = next;
  }
}

/** Returns the person's own messages, numbered by conversation. They do not name the other person. */
async function messagesOf(ctx: ActionCtx, userId: Id<"users">, conversations: Rows) {
  const messages: (Words[number] & { conversation: number })[] = [];
  const threads = conversations.flatMap((row) => ("thread" in row ? [row.thread] : []));
  let bytes = 0;
  for (const [index, thread] of threads.entries()) {
    if (bytes > WORDS_BYTES) return { messages, isWhole: false };
    const own: Words = await allOf((cursor) => ctx.runQuery(internal.peopleExport.words, { userId, thread, cursor }));
    bytes += JSON.stringify(own).length;
    const inOrder = own.toSorted((a, b) => a.at.localeCompare(b.at));
    messages.push(...inOrder.map((message) => ({ conversation: index + 1, ...message })));
  }
  return { messages, isWhole: true };
}

/** Returns each picture as a data URL. */
async function photosOf(ctx: ActionCtx, userId: Id<"users">): Promise<{ at: string; file: string }[]> {
  const made = [];
  for (const { storageId, at } of await ctx.runQuery(internal.peopleExport.photos, { userId })) {
    const file = await ctx.storage.get(storageId);
    if (file === null) continue;
    const bytes = new Uint8Array(await file.arrayBuffer());
    made.push({ at, file: `data:${file.type || "image/webp"};base64,${encodeBase64(bytes)}` });
  }
  return made;
}
