/**
 * Signing in: with a password, with the code of a second factor, and again with a refresh token. Functions that run in an action call the
 * others through `internal.auth`, each in its own transaction.
 */
import type { Infer } from "convex/values";
import * as z from "zod";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { ActionCtx, MutationCtx } from "../_generated/server";
import { fail, failTooMany } from "../shared/errors";
import { signInForm } from "../shared/forms";
import { limits } from "../shared/limits";
import type { opened, refreshed, signInStart, tokens } from "../validators/auth";
import {
  endOwnSession,
  endSessions,
  findAccount,
  resetGuessesAt,
  type Account,
  type SignInProvider,
} from "./auth/accounts";
import { checkProof, failRefused } from "./auth/proofs";
import { checkPassword, hashAddress } from "./auth/secrets";
import { checkRefresh, makeRoom } from "./auth/sessions";
import { recordHourly } from "./incidents";
import { countFor, bucketOf } from "./numbers/numbers";
import { checkCode } from "./secondFactor/secondFactor";
import { spendHash, type HashBudget } from "./throttle/budgets";
import { peek, spend } from "./throttle/limits";

type Tokens = Infer<typeof tokens>;
type Opened = Infer<typeof opened>;

/** A sign-in after the password check. `secret`: the stored password, which the typed one matched. `code`: of a second factor. */
export type SignIn = { provider: SignInProvider; email: string; secret: string; code?: string };

/** Signs in with the typed fields. Call it in an action, since it hashes a password. `refusal`: the error for a wrong password. */
export async function signIn(
  ctx: ActionCtx,
  provider: SignInProvider,
  params: unknown,
  refusal: string,
): Promise<Tokens> {
  const form = signInForm.safeParse(params);
  if (!form.success) fail("UNAUTHENTICATED", refusal);
  const { email, password } = form.data;
  const { proof, code } = extras.safeParse(params).data ?? {};
  const isProven = await checkProof(ctx, provider, email, proof);
  const start: Infer<typeof signInStart> = await ctx.runMutation(internal.auth.startSignIn, {
    provider,
    email,
    isProven,
  });
  if (start.kind !== "permitted") return await failRefused(start, provider, email);
  const { permit, secret } = start;
  const isCorrect = await checkPassword(permit, password, secret);
  if (!isCorrect || secret === null) fail("UNAUTHENTICATED", refusal);
  const tokens = await openSession(ctx, { provider, email, secret, ...(code && { code }) });
  return tokens ?? fail("UNAUTHENTICATED", refusal);
}

/** Opens a session after the correct password. Throws while a second factor's code is missing or wrong. */
export async function openSession(ctx: ActionCtx, credentials: SignIn): Promise<Tokens> {
  const session: Opened = await ctx.runMutation(internal.auth.open, credentials);
  if (session.kind === "wait") failTooMany(session.retryAfter);
  if (session.kind === "in") return session.tokens;
  const wrong = "That code isn't right, or it has already been used.";
  fail("CODE_NEEDED", session.isWrong ? wrong : "Enter the code from your authenticator app.");
}

/**
 * Counts a try at a password and returns the stored one. Checking it is slow, so an action does that. A try that the overall budget refuses
 * does not count against the address: the retry with a proof is the same try.
 */
export async function startSignIn(
  ctx: MutationCtx,
  provider: SignInProvider,
  email: string,
  isProven: boolean,
): Promise<Infer<typeof signInStart>> {
  const found = await findAccount(ctx, provider, email);
  const address = await hashAddress(email);
  const signInWait = provider === "password" && found !== null ? await peek(ctx, "signIn", found.user._id) : null;
  if (signInWait !== null) return { kind: "wait", retryAfter: signInWait };
  const limit = passwordLimit(provider, found !== null);
  const guessWait = await peekGuesses(ctx, limit, address);
  if (guessWait !== null) await recordHourly(ctx, "signInLimit", found?.user._id);
  const inGrace = guessWait !== null && found !== null && (await isInResetGrace(ctx, found.user, address));
  if (guessWait !== null && !inGrace) return { kind: "wait", retryAfter: guessWait };
  const hash = await spendHash(ctx, budgetOf(provider, found), isProven);
  if (hash.kind !== "permitted") return hash;
  if (guessWait === null) await spend(ctx, limit, address);
  return { ...hash, secret: found?.account.secret ?? null };
}

/**
 * Opens a session after the correct password and, if the user has a second factor, the correct code. Returns null tokens if the password
 * has changed since it was checked. Resets the guess counters only on success.
 */
export async function open(ctx: MutationCtx, { provider, email, secret, code }: SignIn): Promise<Opened> {
  const found = await findAccount(ctx, provider, email);
  if (found === null || found.account.secret !== secret) return { kind: "in", tokens: null };
  if (found.user.secondFactor) {
    if (code === undefined) return { kind: "codeNeeded", isWrong: false };
    const check = await checkCode(ctx, found.user._id, code);
    if (check.kind === "wait") return check;
    if (check.kind === "wrong") return { kind: "codeNeeded", isWrong: true };
  }
  await endSignInGuesses(ctx, provider, found.user);
  // The library would also end the caller's session, and delete all its refresh tokens in this transaction.
  await endOwnSession(ctx);
  if (provider === "moderator") await makeRoom(ctx, found.user._id);
  else await endSessions(ctx, found.user._id, limits.sessionsEach - 1);
  if (!isJustCounted(found.user)) await countFor(ctx, found.user, {});
  const args = { type: "signIn" as const, userId: found.user._id, generateTokens: true };
  return { kind: "in", tokens: tokensIn(await ctx.runMutation(internal.auth.store, { args })) };
}

export async function refresh(ctx: MutationCtx, refreshToken: string): Promise<Infer<typeof refreshed>> {
  const check = await checkRefresh(ctx, refreshToken);
  if (check.kind !== "right") return check;
  const renewed = await ctx.runMutation(internal.auth.store, { args: { type: "refreshSession", refreshToken } });
  return { kind: "right", tokens: tokensIn({ tokens: renewed }) };
}

/** Convex Auth's client sends these beside the typed fields: the proof of work, and the code of a second factor. */
const extras = z.object({
  code: z.string().max(64).optional().catch(undefined),
  proof: z.string().optional().catch(undefined),
});

/** True if the sign-up has marked the user as active in this five-minute bucket. */
function isJustCounted({ _creationTime }: Doc<"users">): boolean {
  return bucketOf(_creationTime) === bucketOf(Date.now());
}

/** Counts a sign-in, resets the guesses at the account, and ends the grace after a reset. */
async function endSignInGuesses(
  ctx: MutationCtx,
  provider: SignInProvider,
  { _id, email, resetAt }: Doc<"users">,
): Promise<void> {
  if (provider === "password") await spend(ctx, "signIn", _id);
  await resetGuessesAt(ctx, provider, email);
  if (resetAt !== undefined) await ctx.db.patch("users", _id, { resetAt: undefined });
}

type PasswordLimit = "guess" | "guessUnknown" | "guessModerator";

/**
 * Returns the limit for guesses at a password. Guesses at an address without an account have their own, so they do not delay its owner
 * after a later sign-up.
 */
function passwordLimit(provider: SignInProvider, hasAccount: boolean): PasswordLimit {
  if (provider === "moderator") return "guessModerator";
  return hasAccount ? "guess" : "guessUnknown";
}

/** Returns how many milliseconds a password guess must wait, or null for none. Counts nothing. */
async function peekGuesses(ctx: MutationCtx, limit: PasswordLimit, address: string): Promise<number | null> {
  const own = await peek(ctx, limit, address);
  return own ?? (limit === "guessUnknown" ? await peek(ctx, "guess", address) : null);
}

/**
 * Returns the overall budget that a sign-in counts against. Unknown addresses have a separate one, so that a flood of made-up addresses
 * does not use up the members' budget. While only one of the two is half used up, responses show which addresses have an account. Asking
 * for a sign-up code shows that at any time. Moderators have only one budget, so responses do not reveal who is a moderator.
 */
function budgetOf(provider: SignInProvider, found: Account | null): HashBudget {
  if (provider === "moderator") return "signInModerator";
  return found === null ? "signInUnknown" : "signIn";
}

async function isInResetGrace(ctx: MutationCtx, { resetAt }: Doc<"users">, address: string): Promise<boolean> {
  if (resetAt === undefined || resetAt + limits.resetGrace <= Date.now()) return false;
  return (await spend(ctx, "guessAfterReset", address)) === null;
}

/** Reads the tokens from the result of the library's one internal mutation, which has one type for all purposes. */
function tokensIn(result: unknown): Tokens {
  return (
    z.object({ tokens: z.object({ token: z.string(), refreshToken: z.string() }) }).safeParse(result).data?.tokens ??
    null
  );
}
