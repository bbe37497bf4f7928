/** Messages to the organisers. They are mailed to the organisers, read there and by nobody in the product. */
import type { MutationCtx } from "../_generated/server";
import { fail } from "../shared/errors";
import { checked, contactForm } from "../shared/forms";
import { limits } from "../shared/limits";
import { findAccount } from "./authAccounts";
import { codeFor } from "./authGuesses";
import { hashAddress } from "./authSecrets";
import { queueMail } from "./mails";
import { spend, spendOverall } from "./throttle";

/** Takes a message and has it mailed. Whom it goes to is the deployment's setting, whatever the sender says. */
export async function take(ctx: MutationCtx, input: unknown): Promise<void> {
  const message = checked(contactForm, input);
  const account = (await ctx.auth.getUserIdentity())?.subject.split("|")[0];
  const atOnce = (await spendOverall(ctx, await shareOf(ctx, message.email, account))) === null;
  const own = await spendOwn(ctx, message.email, account);
  // A flood makes messages late before it makes them refused.
  const wait = own ?? (atOnce ? null : await spendOverall(ctx, "contactDelayed"));
  if (wait !== null) fail("TOO_MANY_TRIES", "Failed to send message. Please try again later.", wait);
  const messageId = await ctx.db.insert("messages", message);
  await queueMail(ctx, { kind: "contact", messageId }, { atOnce });
}

/** Counts a message on the limit of the address to answer to, and on that of whoever is signed in. */
async function spendOwn(ctx: MutationCtx, email: string, account?: string): Promise<number | null> {
  const wait = await spend(ctx, "contact", await hashAddress(email));
  return wait ?? (account === undefined ? null : await spend(ctx, "contact", account));
}

/**
 * Invented addresses by the hundred use up only what strangers share: whoever is signed in draws on another budget, and so
 * does whoever types an address that has an account or was mailed a code. That an address has one is no secret: asking for
 * a code tells it.
 */
async function shareOf(ctx: MutationCtx, email: string, account?: string) {
  if (account !== undefined) return "contactSignedIn";
  const isKnown = (await findAccount(ctx, "password", email)) !== null || (await codeFor(ctx, email)) !== null;
  return isKnown ? "contactKnown" : "contact";
}

/** Drops messages that were kept long enough. */
export async function deleteOldMessages(ctx: MutationCtx): Promise<void> {
  const before = Date.now() - limits.messageLifetime;
  const old = ctx.db.query("messages").withIndex("by_creation_time", (q) => q.lt("_creationTime", before));
  for (const { _id } of await old.take(BATCH)) await ctx.db.delete("messages", _id);
}

/** Drops what came from an address. */
export async function deleteMessages(ctx: MutationCtx, email: string): Promise<void> {
  const messages = ctx.db.query("messages").withIndex("by_email", (q) => q.eq("email", email));
  for (const { _id } of await messages.take(BATCH)) await ctx.db.delete("messages", _id);
}

const BATCH = 100;
