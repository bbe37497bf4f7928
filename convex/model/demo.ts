/** Demo people: their accounts and their removal. Only the address marks them. */
import type { MutationCtx } from "../_generated/server";
import { isDemoAddress } from "../shared/demo";
import { changePassword, findAccount } from "./auth/accounts";
import { makeAccount } from "./signUp";
import { recordIncident } from "./incidents";
import { removeAccount } from "./removal";
import { profileOf } from "./rows/profiles";

/** Creates an account, or changes the password of an existing one. Returns true if the person has a profile. */
export async function saveAccount(ctx: MutationCtx, email: string, secret: string): Promise<boolean> {
  const existing = await findAccount(ctx, "password", email);
  if (existing === null) await makeAccount(ctx, email, secret);
  else await changePassword(ctx, existing, secret);
  return existing !== null && (await profileOf(ctx, existing.user._id)) !== null;
}

/** Deletes a few demo people who signed up after a time, the way they would delete their own accounts. */
export async function removeNext(ctx: MutationCtx, after: number): Promise<{ removed: number; next: number | null }> {
  const users = await ctx.db
    .query("users")
    .withIndex("by_creation_time", (q) => q.gt("_creationTime", after))
    .take(USERS_READ);
  const demoUsers = users.filter(({ kind, email }) => kind === "user" && isDemoAddress(email)).slice(0, MAX_REMOVED);
  for (const user of demoUsers) {
    await recordIncident(ctx, "accountDeleted", { about: user._id });
    await removeAccount(ctx, user);
  }
  const last = demoUsers.length === MAX_REMOVED ? demoUsers.at(-1) : users.at(-1);
  const isDone = users.length < USERS_READ && last === users.at(-1);
  return { removed: demoUsers.length, next: isDone ? null : (last?._creationTime ?? null) };
}

const USERS_READ = 500;
/** A deletion takes some hundred writes. */
const MAX_REMOVED = 5;
