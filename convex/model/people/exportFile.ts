/** The JSON text of a person's data, with their pictures in it, collected page by page in an action. */
import { encodeBase64 } from "@oslojs/encoding";
import type { Infer } from "convex/values";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import type { exportedFacts, exportedPhoto, rowsPage, ownMessagesPage } from "../../validators/export";
import type { Section } from "./export";

type Rows = Infer<typeof rowsPage>["rows"];
type OwnMessages = Infer<typeof ownMessagesPage>["rows"];

/**
 * Returns a person's data as JSON, or null if the account is gone. `withMessages`: the person asked for it themselves. A copy
 * that an organiser makes contains no chat messages.
 */
export async function exportOf(ctx: ActionCtx, userId: Id<"users">, withMessages: boolean): Promise<string | null> {
  const facts: Infer<typeof exportedFacts> | null = await ctx.runQuery(internal.people.exportedFacts, { userId });
  if (facts === null) return null;
  const rows = async (name: Section) =>
    await collectPages((cursor) => ctx.runQuery(internal.people.exportedRows, { userId, section: name, cursor }));
  const { messages, isComplete } = withMessages
    ? await messagesOf(ctx, userId, await rows("conversations"))
    : { messages: [], isComplete: false };
  const data = {
    madeAt: new Date().toISOString(),
    ...facts,
    photos: await photosOf(ctx, userId),
    versions: await rows("versions"),
    purchases: await rows("purchases"),
    swipes: await rows("swipes"),
    messages,
    ...(!isComplete && { messagesLeftOut: true }),
    reports: await rows("reports"),
    sessions: await rows("sessions"),
    mails: await rows("mails"),
  };
  return JSON.stringify(data, null, 2);
}

/** A function may return 16 MiB. Six pictures take at most nine of them, and messages at most this many bytes. */
const MESSAGES_BYTES = 6 * 1024 * 1024;

type Page<Row> = { rows: Row[]; next: string | null };

/** Collects the rows of all pages. Stops when they would need more than `room.bytes`, which is then below zero. */
async function collectPages<Row>(
  readPage: (cursor: string | null) => Promise<Page<Row>>,
  room = { bytes: Infinity },
): Promise<Row[]> {
  const all: Row[] = [];
  for (let cursor: string | null = null; ;) {
    const { rows: more, next }: Page<Row> = await readPage(cursor);
    room.bytes -= new TextEncoder().encode(JSON.stringify(more, null, 2)).length;
    if (room.bytes < 0) return all;
    all.push(...more);
    if (next === null) return all;
    cursor = next;
  }
}

/** Returns the person's own messages, numbered by conversation. They do not name the other person. */
async function messagesOf(ctx: ActionCtx, userId: Id<"users">, conversations: Rows) {
  const messages: (OwnMessages[number] & { conversation: number })[] = [];
  const threads = conversations.flatMap((row) => ("thread" in row ? [row.thread] : []));
  const room = { bytes: MESSAGES_BYTES };
  for (const [index, thread] of threads.entries()) {
    const own: OwnMessages = await collectPages(
      (cursor) => ctx.runQuery(internal.people.exportedWords, { userId, thread, cursor }),
      room,
    );
    const inOrder = own.toSorted((a, b) => a.at.localeCompare(b.at));
    messages.push(...inOrder.map((message) => ({ conversation: index + 1, ...message })));
    if (room.bytes < 0) return { messages, isComplete: false };
  }
  return { messages, isComplete: true };
}

async function photosOf(ctx: ActionCtx, userId: Id<"users">): Promise<{ at: string; file: string }[]> {
  const encoded = [];
  const photos: Infer<typeof exportedPhoto>[] = await ctx.runQuery(internal.people.exportedPhotos, { userId });
  for (const { storageId, at } of photos) {
    const file = await ctx.storage.get(storageId);
    if (file === null) continue;
    const bytes = new Uint8Array(await file.arrayBuffer());
    encoded.push({ at, file: `data:${file.type || "image/webp"};base64,${encodeBase64(bytes)}` });
  }
  return encoded;
}
