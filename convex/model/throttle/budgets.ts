/** Budgets of everybody together: for what costs money or a processor, and for guesses that no single limit stops. */
import { MINUTE, SECOND } from "@convex-dev/rate-limiter";
import type { Infer } from "convex/values";
import { env, type MutationCtx } from "../../_generated/server";
import { isOfDomains } from "../../shared/tickets";
import type { budgetRefusal, hashAnswer, hashPermit } from "../../validators/common";
import { check, limit, limiter } from "./limiter";

export type BudgetRefusal = Infer<typeof budgetRefusal>;
export type HashBudget = keyof typeof hashes;
type Halved = "mail" | "reset" | "contact" | "contactKnown" | "contactSignedIn";
type Half = ReturnType<typeof bucket | typeof hashHalf>;

/**
 * What everybody together may do in ten minutes: as many mails as opening day needs, as much hashing and
 * image work as the machine can do. RATE_LIMIT_SCALE multiplies these. Smaller budgets could be used up by one person. Those
 * that anybody can spend without an account come in two halves: see `spendHalves`.
 */
const overall = {
  /**
   * Mails with sign-up codes: on opening day ten thousand ask for one in a quarter of an hour. The provider accepts many more
   * (`mails/sending.ts`); this limits what floods cost. The share is `collegeShare`.
   */
  mail: 9_000,
  /** Wrong sign-up codes at addresses without one, and wrong links. Wrong codes at a code are as few as its tries. */
  codeUnknown: 12_000,
  photo: 3_000,
  reset: 1_500,
  /** Reset links for addresses without an account: nothing is mailed, but the same row is written and the same job runs. */
  resetUnknown: 1_500,
  resetToken: 12_000,
  /**
   * Messages to the organisers: for each of these budgets one mail in two seconds, which leaves enough of the mail provider's
   * limit for sign-up codes. One is for strangers, one for addresses that are known here, one for people who are signed in.
   */
  contact: 300,
  contactKnown: 300,
  contactSignedIn: 300,
  order: 2_000,
  /**
   * Wrong codes of tickets, without the first try of each address. The weakest codes that may be uploaded have ten digits: of a
   * hundred thousand of them these guesses find one in seventy hours at most. The first tries cost a proven address each.
   */
  ticketGuess: 240,
};

/**
 * Password hashes of everybody together, in a second and at once. One takes a quarter of a second of a core. All budgets add up to
 * eight a second, which is what two cores hash; six of them need a proven mailbox. `RATE_LIMIT_SCALE` below 1 lowers the rate alone.
 */
const hashes = {
  /** Sign-ins at addresses with an account. */
  signIn: { perSecond: 2.75, atOnce: 80 },
  /** Right sign-up codes and links. */
  signUp: { perSecond: 2.75, atOnce: 80 },
  /** Right links for a new password, and invitations. Apart from `signIn`, so that guessing never blocks a reset. */
  newPassword: { perSecond: 0.25, atOnce: 16 },
  /** Signed-in staff who type their password again, and the command line. */
  staff: { perSecond: 0.25, atOnce: 24 },
  /** Sign-ins at addresses without an account. */
  signInUnknown: { perSecond: 1.5, atOnce: 16 },
  /** Moderators' sign-ins. Known and unknown addresses share it: with two budgets the answers would show which ones are known. */
  signInModerator: { perSecond: 0.5, atOnce: 20 },
};

/** Of the mails with sign-up codes, those kept for addresses of the festival's domains, where there are any (`festival/ticketRules.ts`). */
const collegeShare = 3_000;

/** Counts an attempt on a budget of everybody together. Null: go on; otherwise the milliseconds to wait. */
export async function spendOverall(ctx: MutationCtx, name: keyof typeof overall): Promise<number | null> {
  const { ok, retryAfter } = await limit(ctx, `overall ${name}`, { config: overallOf(name) });
  return ok ? null : Math.ceil(retryAfter);
}

/** As `spendOverall`, but without counting. */
export async function peekOverall(ctx: MutationCtx, name: keyof typeof overall): Promise<number | null> {
  const { ok, retryAfter } = await check(ctx, `overall ${name}`, { config: overallOf(name) });
  return ok ? null : Math.ceil(retryAfter);
}

/**
 * Counts an attempt on a budget whose second half needs a proof of work. So a flood uses up the first half for nothing, and
 * the second one at the price of a processor that works for seconds; a person's browser pays it once, unseen. The price rises
 * with each quarter that is used up. Null: go on.
 */
export async function spendHalves(ctx: MutationCtx, name: Halved, isProven: boolean): Promise<BudgetRefusal | null> {
  return await spendIn(ctx, name, bucket(overall[name] / 2), isProven);
}

/** Counts a password hash, in halves as `spendHalves`. Nothing else makes a permit. */
export async function spendHash(
  ctx: MutationCtx,
  name: HashBudget,
  isProven: boolean,
): Promise<Infer<typeof hashAnswer>> {
  const refusal = await spendIn(ctx, name, hashHalf(name), isProven);
  return refusal ?? { kind: "permitted", permit: { permit: "password hash" as Infer<typeof hashPermit>["permit"] } };
}

/** As `spendHalves`, but without counting. */
export async function peekHalves(ctx: MutationCtx, name: Halved, isProven: boolean): Promise<BudgetRefusal | null> {
  const config = bucket(overall[name] / 2);
  const { ok, retryAfter } = await check(ctx, `overall ${name}`, { config });
  if (ok) return null;
  const refusal = await refusalOf(ctx, name, config, retryAfter);
  return isProven && refusal.kind === "unproven" ? null : refusal;
}

/** Counts a mail with a sign-up code. Addresses of the festival's domains have a share of their own, and that of everybody after it. */
export async function spendMail(
  ctx: MutationCtx,
  email: string,
  domains: string[],
  isProven: boolean,
): Promise<BudgetRefusal | null> {
  const share = domains.length > 0 ? collegeShare : 0;
  const isTheirs = isOfDomains(email, domains);
  const own = isTheirs ? await spendIn(ctx, "mailCollege", bucket(share / 2), isProven) : undefined;
  if (own === null) return null;
  const refusal = await spendIn(ctx, "mail", bucket((overall.mail - share) / 2), isProven);
  return refusal?.kind === "wait" && own ? own : refusal;
}

function overallOf(name: keyof typeof overall) {
  return bucket(overall[name]);
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
  const { perSecond, atOnce } = hashes[name];
  const capacity = (atOnce / 2) * Math.max(1, scale());
  const rate = (perSecond / 2) * scale();
  return { kind: "token bucket", rate, period: SECOND, capacity, shards: shardsOf(capacity) } as const;
}

function scale(): number {
  return Number(env.RATE_LIMIT_SCALE ?? "1") || 1;
}

/**
 * Over how many documents a budget is spread, so that many attempts at once do not conflict: of thirty in a second, each of which
 * looks at two to four of 64, one in twenty does. Each has a few attempts at least, so that the last ones are found.
 */
function shardsOf(rate: number): number {
  return Math.max(1, Math.min(64, Math.floor(rate / 8)));
}

/** What somebody without a proof is told once the first half is used up: solve one, or wait if the second half is, too. */
async function refusalOf(ctx: MutationCtx, name: string, config: Half, retryAfter: number): Promise<BudgetRefusal> {
  const { value, ts } = await limiter.getValue(ctx, `overall ${name}, proven`, { config, sampleShards: 2 });
  const [capacity, rate] = [config.capacity / config.shards, config.rate / config.shards];
  const left = Math.min(1, (value + (Math.max(0, Date.now() - ts) * rate) / config.period) / capacity);
  if (left * capacity < 1) return { kind: "wait", retryAfter: Math.ceil(retryAfter) };
  return { kind: "unproven", level: Math.min(3, Math.floor(4 * (1 - left))) };
}
