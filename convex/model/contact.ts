/** Messages to the organisers. They are read in the organisers' mailbox and by nobody in the product. */
import type { Id } from "../_generated/dataModel";
import { internal } from "../_generated/api";
import type { MutationCtx } from "../_generated/server";
import { fail } from "../shared/errors";
import { checked, contactForm } from "../shared/forms";
import { limits } from "../shared/limits";
import type { Message } from "../services/email";
import { hashAddress } from "./authSecrets";
import { spend, spendOverall } from "./throttle";

/** Takes a message and has it mailed. Whom it goes to is the deployment's setting, whatever the sender says. */
export async function take(ctx: MutationCtx, input: unknown): Promise<void> {
  const message = checked(contactForm, input);
  const wait = (await spend(ctx, "contact", await hashAddress(message.email))) ?? (await spendOverall(ctx, "contact"));
  if (wait !== null) fail("TOO_MANY_TRIES", "Failed to send message. Please try again later.", wait);
  const id = await ctx.db.insert("messages", { ...message, tries: 0, due: Date.now() + FIRST_PAUSE });
  await ctx.scheduler.runAfter(0, internal.contact.deliver, { id });
}

/** Starts a try at mailing a message: from here on the next one is due later, whatever becomes of this one. */
export async function startTry(ctx: MutationCtx, id: Id<"messages">): Promise<Message | null> {
  const row = await ctx.db.get("messages", id);
  if (row === null || row.due === undefined) return null;
  const tries = row.tries + 1;
  const pause = tries < TRIES ? FIRST_PAUSE * 2 ** tries : undefined;
  if (pause === undefined) console.error(`Message ${id} is tried for the last time.`);
  await ctx.db.patch("messages", id, { tries, due: pause && Date.now() + pause });
  const { name, email, subject, message } = row;
  return { name, email, subject, message };
}

/** A message that the mail provider has taken needs no further try. */
export async function endTries(ctx: MutationCtx, id: Id<"messages">): Promise<void> {
  if ((await ctx.db.get("messages", id)) !== null) await ctx.db.patch("messages", id, { due: undefined });
}

/** Has tried again what is due, and sweeps what was kept long enough. */
export async function retryDue(ctx: MutationCtx): Promise<void> {
  const due = ctx.db.query("messages").withIndex("by_due", (q) => q.gt("due", 0).lte("due", Date.now()));
  for (const { _id } of await due.take(BATCH)) {
    await ctx.scheduler.runAfter(0, internal.contact.deliver, { id: _id });
  }
  const before = Date.now() - limits.messageLifetime;
  const old = ctx.db.query("messages").withIndex("by_creation_time", (q) => q.lt("_creationTime", before));
  for (const { _id } of await old.take(BATCH)) await ctx.db.delete("messages", _id);
}

/** Drops what came from an address. */
export async function dropMessages(ctx: MutationCtx, email: string): Promise<void> {
  const messages = ctx.db.query("messages").withIndex("by_email", (q) => q.eq("email", email));
  for (const { _id } of await messages.take(BATCH)) await ctx.db.delete("messages", _id);
}

const BATCH = 100;
/** A try takes seconds; one that is not over after this was cut off. Doubled for each try: the tenth is a day later. */
const FIRST_PAUSE = 2 * 60_000;
const TRIES = 10;
