/** Overall budgets for calls that cost money or processor time, and for guesses that no single limit stops. */
import { MINUTE, SECOND } from "../../shared/durations";
import type { Infer } from "convex/values";
import { env, type MutationCtx } from "../../_generated/server";
import { isOfDomains } from "../../shared/tickets";
import type { budgetRefusal, hashAnswer, hashPermit } from "../../validators/auth";
import { check, limit, limiter } from "./limits";

export type BudgetRefusal = Infer<typeof budgetRefusal>;
export type HashBudget = keyof typeof hashBudgets;
type Halved = "mail" | "reset" | "contact" | "contactKnown" | "contactSignedIn";
type Half = ReturnType<typeof bucket | typeof hashHalf>;

/**
 * Overall limits for ten minutes: the mails of opening day, and the hashing and image work of one machine. RATE_LIMIT_SCALE multiplies
 * them. One person could use up smaller budgets. Budgets that need no account to spend come in two halves: see `spendHalves`.
 */
const overallBudgets = {
  /**
   * Mails with sign-up codes: on opening day ten thousand people ask in a quarter of an hour. The provider accepts many more
   * (`mails/sending.ts`). This limits what floods cost. The share is `collegeShare`.
   */
  mail: 9_000,
  /** Wrong sign-up codes at addresses without one, and wrong links. Wrong tries at an existing code are limited by the code. */
  codeUnknown: 12_000,
  photo: 3_000,
  reset: 1_500,
  /** Reset links for addresses without an account. They send no mail, but write the same row and run the same job. */
  resetUnknown: 1_500,
  resetToken: 12_000,
  /**
   * Messages to the organisers. Each budget allows one mail every two seconds, which leaves the mail provider's rate to sign-up codes. One
   * for strangers, one for known addresses, one for signed-in people.
   */
  contact: 300,
  contactKnown: 300,
  contactSignedIn: 300,
  order: 2_000,
  /**
   * Wrong ticket codes, without each address's first try. The weakest codes allowed have ten digits. Among a hundred thousand of them,
   * these guesses find at most one in seventy hours. Each first try costs a proven address.
   */
  ticketGuess: 240,
};

/**
 * Overall password hashes, per second and per burst. One takes a quarter of a second of a core. All budgets together allow eight a second,
 * which two cores can do. Six of them need a proven mailbox. `RATE_LIMIT_SCALE` below 1 lowers only the rate.
 */
const hashBudgets = {
  /** Sign-ins at addresses with an account. */
  signIn: { perSecond: 2.75, atOnce: 80 },
  /** Correct sign-up codes and links. */
  signUp: { perSecond: 2.75, atOnce: 80 },
  /** Correct links for a new password, and invitations. Separate from `signIn`, so that guessing never blocks a reset. */
  newPassword: { perSecond: 0.25, atOnce: 16 },
  /** Staff who retype their password, and the command line. */
  staff: { perSecond: 0.25, atOnce: 24 },
  /** Sign-ins at addresses without an account. */
  signInUnknown: { perSecond: 1.5, atOnce: 16 },
  /** Moderators' sign-ins. Known and unknown addresses share it: with two budgets, responses would show which are known. */
  signInModerator: { perSecond: 0.5, atOnce: 20 },
};

/** Mails with sign-up codes reserved for addresses of the festival's domains, if any (`festival/ticketRules.ts`). */
const collegeShare = 3_000;

/** Counts an attempt against an overall budget. Returns the milliseconds to wait, or null to proceed. */
export async function spendOverall(ctx: MutationCtx, name: keyof typeof overallBudgets): Promise<number | null> {
  const { ok, retryAfter } = await limit(ctx, `overall ${name}`, { config: overallBucket(name) });
  return ok ? null : Math.ceil(retryAfter);
}

/** Like `spendOverall`, without counting. */
export async function peekOverall(ctx: MutationCtx, name: keyof typeof overallBudgets): Promise<number | null> {
  const { ok, retryAfter } = await check(ctx, `overall ${name}`, { config: overallBucket(name) });
  return ok ? null : Math.ceil(retryAfter);
}

/**
 * Counts an attempt against a budget. Its first half is free. Each call from the second half needs a proof of work, which costs a flood
 * seconds of processor time per call. A person's browser pays that once, in the background. The price rises with each quarter used. Returns
 * the milliseconds to wait, or null to proceed.
 */
export async function spendHalves(ctx: MutationCtx, name: Halved, isProven: boolean): Promise<BudgetRefusal | null> {
  return await spendIn(ctx, name, bucket(overallBudgets[name] / 2), isProven);
}

/** Counts a password hash, in halves like `spendHalves`. Nothing else issues a permit. */
export async function spendHash(
  ctx: MutationCtx,
  name: HashBudget,
  isProven: boolean,
): Promise<Infer<typeof hashAnswer>> {
  const refusal = await spendIn(ctx, name, hashHalf(name), isProven);
  return refusal ?? { kind: "permitted", permit: { permit: "password hash" as Infer<typeof hashPermit>["permit"] } };
}

/** Like `spendHalves`, without counting. */
export async function peekHalves(ctx: MutationCtx, name: Halved, isProven: boolean): Promise<BudgetRefusal | null> {
  const config = bucket(overallBudgets[name] / 2);
  const { ok, retryAfter } = await check(ctx, `overall ${name}`, { config });
  if (ok) return null;
  const refusal = await refusalOf(ctx, name, config, retryAfter);
  return isProven && refusal.kind === "unproven" ? null : refusal;
}

/** Counts a mail with a sign-up code. Addresses of the festival's domains use their own share first, then the general one. */
export async function spendMail(
  ctx: MutationCtx,
  email: string,
  domains: string[],
  isProven: boolean,
): Promise<BudgetRefusal | null> {
  const share = domains.length > 0 ? collegeShare : 0;
  const isAtDomains = isOfDomains(email, domains);
  const own = isAtDomains ? await spendIn(ctx, "mailCollege", bucket(share / 2), isProven) : undefined;
  if (own === null) return null;
  const refusal = await spendIn(ctx, "mail", bucket((overallBudgets.mail - share) / 2), isProven);
  return refusal?.kind === "wait" && own ? own : refusal;
}

function overallBucket(name: keyof typeof overallBudgets) {
  return bucket(overallBudgets[name]);
}

async function spendIn(ctx: MutationCtx, name: string, half: Half, isProven: boolean): Promise<BudgetRefusal | null> {
  const { ok, retryAfter } = await limit(ctx, `overall ${name}`, { config: half });
  if (ok) return null;
  if (!isProven) return await refusalOf(ctx, name, half, retryAfter);
  const second = await limit(ctx, `overall ${name}, proven`, { config: half });
  return second.ok ? null : { kind: "wait", retryAfter: Math.ceil(second.retryAfter) };
}

function bucket(inTenMinutes: number) {
  const rate = inTenMinutes * scale();
  return { kind: "token bucket", rate, period: 10 * MINUTE, capacity: rate, shards: shardsOf(rate) } as const;
}

function hashHalf(name: HashBudget) {
  const { perSecond, atOnce } = hashBudgets[name];
  const capacity = (atOnce / 2) * Math.max(1, scale());
  const rate = (perSecond / 2) * scale();
  return { kind: "token bucket", rate, period: SECOND, capacity, shards: shardsOf(capacity) } as const;
}

function scale(): number {
  return Number(env.RATE_LIMIT_SCALE ?? "1") || 1;
}

/**
 * Shards per budget, to avoid conflicts. Of thirty attempts a second, each reading two to four of 64, one in twenty conflicts. Each shard
 * holds at least a few attempts, so that the last ones are found.
 */
function shardsOf(rate: number): number {
  return Math.max(1, Math.min(64, Math.floor(rate / 8)));
}

/**
 * Returns the refusal for a call without a proof, once the first half is used up. The caller must solve a puzzle, or wait if the second
 * half is used up too.
 */
async function refusalOf(ctx: MutationCtx, name: string, config: Half, retryAfter: number): Promise<BudgetRefusal> {
  const { value, ts } = await limiter.getValue(ctx, `overall ${name}, proven`, { config, sampleShards: 2 });
  const capacity = config.capacity / config.shards;
  const rate = config.rate / config.shards;
  const left = Math.min(1, (value + (Math.max(0, Date.now() - ts) * rate) / config.period) / capacity);
  if (left * capacity < 1) return { kind: "wait", retryAfter: Math.ceil(retryAfter) };
  return { kind: "unproven", level: Math.min(3, Math.floor(4 * (1 - left))) };
}
