/** Messages to the organisers. They are mailed to the organisers, read there and by nobody in the product. */
import type { MutationCtx } from "../_generated/server";
import { fail } from "../shared/errors";
import { checked, contactForm } from "../shared/forms";
import { limits } from "../shared/limits";
import { hashAddress } from "./authSecrets";
import { queueMail } from "./mails";
import { spend, spendOverall } from "./throttle";

/** Takes a message and has it mailed. Whom it goes to is the deployment's setting, whatever the sender says. */
export async function take(ctx: MutationCtx, input: unknown): Promise<void> {
  const message = checked(contactForm, input);
  const wait = (await spend(ctx, "contact", await hashAddress(message.email))) ?? (await spendShare(ctx));
  if (wait !== null) fail("TOO_MANY_TRIES", "Failed to send message. Please try again later.", wait);
  const messageId = await ctx.db.insert("messages", message);
  await queueMail(ctx, { kind: "contact", messageId });
}

/** Whoever is signed in has a share of their own: invented addresses by the hundred use up only the visitors'. */
async function spendShare(ctx: MutationCtx): Promise<number | null> {
  const [account] = (await ctx.auth.getUserIdentity())?.subject.split("|") ?? [];
  if (account === undefined) return await spendOverall(ctx, "contact");
  return (await spend(ctx, "contact", account)) ?? (await spendOverall(ctx, "contactSignedIn"));
}

/** Drops messages that were kept long enough. */
export async function dropOldMessages(ctx: MutationCtx): Promise<void> {
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
