/** Invalidates mailed staff links: see `staff/invitations.ts`. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { mailboxOf } from "../../shared/mailbox";

/** More than are open at any festival. */
export const MAX_LINKS = 200;

/** Deletes invitations sent by a former organiser, and the one they received. */
export async function dropLinksOf(ctx: MutationCtx, { _id, email }: Doc<"users">): Promise<void> {
  const sent = ctx.db.query("invitations").withIndex("by_by", (q) => q.eq("by", _id));
  for (const row of await sent.take(MAX_LINKS)) await ctx.db.delete("invitations", row._id);
  await dropLinksTo(ctx, email);
}

/** Deletes links to an address, in any spelling of its mailbox. */
export async function dropLinksTo(ctx: MutationCtx, email: string): Promise<void> {
  const links = ctx.db.query("invitations").withIndex("by_mailbox", (q) => q.eq("mailbox", mailboxOf(email)));
  for (const { _id } of await links.take(10)) await ctx.db.delete("invitations", _id);
}
