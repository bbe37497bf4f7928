/** Messages from the contact form. They are mailed to the organisers and shown nowhere. */
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { checked, contactForm } from "../shared/forms";
import { limits } from "../shared/limits";
import { findAccount } from "./auth/accounts";
import { codeFor } from "./auth/guesses";
import { failRefused, useProof } from "./auth/proofs";
import { hashAddress } from "./auth/secrets";
import { queueMail } from "./mails/mails";
import { deleteRows } from "./rows/writing";
import { spendHalves } from "./throttle/budgets";
import { spendOrFail } from "./throttle/limits";

/**
 * Mails a message to the organisers. The recipient is a deployment setting, never a form field. An appeal is from a suspended person about
 * their suspension. `account`: the sender's, while their session lasts. A token of an ended session is ignored.
 */
export async function sendMessage(
  ctx: MutationCtx,
  input: unknown,
  { account, isAppeal, proof }: { account: Id<"users"> | undefined; isAppeal: boolean; proof: string | undefined },
): Promise<void> {
  const message = checked(contactForm, input);
  // Anybody may type any address, so a stranger's message must not use up the limit of the address's signed-in owner.
  await spendOrFail(ctx, "contact", account ?? (await hashAddress(message.email)), FAILED);
  const isProven = await useProof(ctx, "contact", message.email, proof);
  const refusal = await spendHalves(ctx, await budgetOf(ctx, message.email, account), isProven);
  if (refusal !== null) await failRefused(refusal, "contact", message.email, FAILED);
  const messageId = await ctx.db.insert("contactMessages", { ...message, ...(isAppeal && { appeal: true }) });
  await queueMail(ctx, { kind: "contact", messageId });
}

const FAILED = "Failed to send message. Please try again later.";

/**
 * Returns the overall budget for a message. There are three: for signed-in people, for addresses with an account or a code, and for all
 * other addresses. That shows which addresses have an account, but asking for a sign-up code shows it too.
 */
async function budgetOf(ctx: MutationCtx, email: string, account?: string) {
  if (account !== undefined) return "contactSignedIn";
  const isKnown = (await findAccount(ctx, "password", email)) !== null || (await codeFor(ctx, email)) !== null;
  return isKnown ? "contactKnown" : "contact";
}

/** True if a message has been kept long enough. */
export async function hasOldMessage(ctx: QueryCtx): Promise<boolean> {
  return (await oldMessages(ctx).first()) !== null;
}

export async function deleteOldMessages(ctx: MutationCtx): Promise<void> {
  await deleteRows(ctx, "contactMessages", oldMessages(ctx), BATCH);
}

function oldMessages({ db }: QueryCtx) {
  const cutoff = Date.now() - limits.messageLifetime;
  return db.query("contactMessages").withIndex("by_creation_time", (q) => q.lt("_creationTime", cutoff));
}

/** Deletes the messages from an address: the first at once, the rest in later transactions. */
export async function deleteMessages(ctx: MutationCtx, email: string): Promise<void> {
  const messages = ctx.db.query("contactMessages").withIndex("by_email", (q) => q.eq("email", email));
  const rows = await messages.take(BATCH + 1);
  for (const { _id } of rows.slice(0, BATCH)) await ctx.db.delete("contactMessages", _id);
  const next = rows[BATCH];
  // Names a message instead of the address, which would outlive the account in the list of jobs.
  if (next) await ctx.scheduler.runAfter(0, internal.contact.removeRest, { messageId: next._id });
}

/** Deletes further messages from the address of this one. */
export async function deleteMessagesFromSameSender(ctx: MutationCtx, messageId: Id<"contactMessages">): Promise<void> {
  const message = await ctx.db.get("contactMessages", messageId);
  if (message !== null) await deleteMessages(ctx, message.email);
}

const BATCH = 100;
