/** Demo people: their accounts and their removal. Only the address marks them. */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { isDemoAddress } from "../shared/demo";
import type { demoPage } from "../validators/people";
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

/** Returns the demo people among the next users. A mutation that read all these users would conflict with everybody's sign-ups. */
export async function listDemoPeople(ctx: QueryCtx, cursor: string | null): Promise<Infer<typeof demoPage>> {
  const { page, isDone, continueCursor } = await ctx.db.query("users").paginate({ numItems: USERS_READ, cursor });
  return { userIds: page.filter(isDemoPerson).map(({ _id }) => _id), next: isDone ? null : continueCursor };
}

/** Deletes a demo person, the way they would delete their own account. Returns false if they are gone. */
export async function removeDemoPerson(ctx: MutationCtx, userId: Id<"users">): Promise<boolean> {
  const user = await ctx.db.get("users", userId);
  if (user === null || !isDemoPerson(user)) return false;
  await recordIncident(ctx, "accountDeleted", { about: userId });
  await removeAccount(ctx, user);
  return true;
}

const USERS_READ = 500;

function isDemoPerson({ kind, email }: Doc<"users">): boolean {
  return kind === "user" && isDemoAddress(email);
}
