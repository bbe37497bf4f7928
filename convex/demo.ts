/** Demo people for a rehearsal, on a deployment that is going live. For the command line only: `npm run demo` creates and removes them. */
import { v, type Infer } from "convex/values";
import { internal } from "./_generated/api";
import { internalAction, internalMutation, internalQuery } from "./_generated/server";
import { hashPassword, newToken } from "./model/auth/secrets";
import { listDemoPeople, removeDemoPerson, saveAccount } from "./model/demo";
import { hashPermit } from "./model/staff/making";
import { isDemoAddress } from "./shared/demo";
import { fail } from "./shared/errors";
import { demoPage } from "./validators/people";

/**
 * Creates accounts with one new password. Existing demo accounts get it too. Returns the password, and the addresses of the people
 * without a profile. Sends no mail. Throws for an address that is not a demo address.
 */
export const makeAccounts = internalAction({
  args: { emails: v.array(v.string()) },
  returns: v.object({ password: v.string(), withoutProfile: v.array(v.string()) }),
  handler: async (ctx, { emails }): Promise<{ password: string; withoutProfile: string[] }> => {
    if (!emails.every(isDemoAddress)) fail("BAD_INPUT", "Only addresses of demo people.");
    const password = newToken();
    const secret = await hashPassword(await hashPermit(ctx), password);
    const withoutProfile: string[] = [];
    for (const email of emails) {
      if (!(await ctx.runMutation(internal.demo.makeAccount, { email, secret }))) withoutProfile.push(email);
    }
    return { password, withoutProfile };
  },
});

/** Returns true if the person has a profile. */
export const makeAccount = internalMutation({
  args: { email: v.string(), secret: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { email, secret }) => await saveAccount(ctx, email, secret),
});

/** Deletes the accounts of all demo people, and no others. Returns how many it deleted. */
export const removeAll = internalAction({
  args: {},
  returns: v.number(),
  handler: async (ctx): Promise<number> => {
    let removed = 0;
    for (let cursor: string | null = null; ;) {
      const page: Infer<typeof demoPage> = await ctx.runQuery(internal.demo.list, { cursor });
      for (const userId of page.userIds) {
        if (await ctx.runMutation(internal.demo.removeOne, { userId })) removed += 1;
      }
      if (page.next === null) return removed;
      cursor = page.next;
    }
  },
});

export const list = internalQuery({
  args: { cursor: v.union(v.string(), v.null()) },
  returns: demoPage,
  handler: async (ctx, { cursor }) => await listDemoPeople(ctx, cursor),
});

export const removeOne = internalMutation({
  args: { userId: v.id("users") },
  returns: v.boolean(),
  handler: async (ctx, { userId }) => await removeDemoPerson(ctx, userId),
});
