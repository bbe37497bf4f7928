/**
 * Rate limits. A refused attempt counts too, so these functions answer instead of throwing: a mutation that throws rolls its
 * own count back. No limit is per network address, because a festival shares one.
 */
import { HOUR, MINUTE, RateLimiter, SECOND, type RateLimitConfig } from "@convex-dev/rate-limiter";
import type { Infer } from "convex/values";
import { components } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { env, type MutationCtx } from "../_generated/server";
import { isOfDomains } from "../shared/tickets";
import type { budgetRefusal, hashAnswer, hashPermit } from "../validators/common";

export type BudgetRefusal = Infer<typeof budgetRefusal>;

/** Of one account, by its id. They go with it: see `resetLimitsOf`. */
const ofAccount = {
  /** Guesses at the code of one person, after the right password: 101 on the first day, at three of a million codes each. */
  guessSecondFactor: { kind: "token bucket", rate: 1, period: 15 * MINUTE - SECOND, capacity: 5 },
  /** Sign-ins of one attendee with the right password, each of which hashes it: more than a person has phones. */
  signIn: { kind: "token bucket", rate: 30, period: HOUR, capacity: 30 },
  /** Links that one organiser mails to the staff. */
  invite: { kind: "token bucket", rate: 30, period: HOUR, capacity: 30 },
  /** Messages to the organisers: of one account that is signed in, else from one address. */
  contact: { kind: "token bucket", rate: 5, period: HOUR, capacity: 3 },
  /** Orders of one account, and verifications, each of which calls the payment provider. */
  order: { kind: "token bucket", rate: 30, period: HOUR, capacity: 15 },
  verify: { kind: "token bucket", rate: 120, period: HOUR, capacity: 30 },
  /** Mutations of an attendee that have no limit of their own: settings, marks, answers to likes. See `functions.ts`. */
  write: { kind: "token bucket", rate: 60, period: MINUTE, capacity: 60 },
  /** REST bodies of more than 20 KiB: pictures and lists of tickets. The server holds and parses each before a rule counts it. */
  largeBody: { kind: "token bucket", rate: 60, period: HOUR, capacity: 20 },
  /** Uploaded pictures of one account. */
  photo: { kind: "token bucket", rate: 30, period: HOUR, capacity: 15 },
  /** Versions of a profile that one account submits. */
  submission: { kind: "token bucket", rate: 30, period: HOUR, capacity: 15 },
  /** Saved changes of a profile, whatever they change. Each one that is shown rewrites the cards of every deck they are in. */
  change: { kind: "token bucket", rate: 120, period: HOUR, capacity: 60 },
  /**
   * Calls of `swipes.advance`, each of which may read a thousand entries of a deck. A client calls it once for hundreds of
   * people decided before, and fifty times at most for one deck.
   */
  advance: { kind: "token bucket", rate: 200, period: HOUR, capacity: 100 },
  /** Changes of `interestedIn` and of the ages that somebody wants to meet. Each takes new positions in the decks, and the gaps that it leaves behind are never filled. */
  interest: { kind: "token bucket", rate: 1, period: HOUR, capacity: 5 },
  /** Reports by one account. A refused report is not counted, since there is nothing to guess. */
  report: { kind: "token bucket", rate: 30, period: HOUR, capacity: 15 },
  /** Blocks by one account: more than a person means. After a deletion they pass on to the next account of the same mailbox. */
  block: { kind: "token bucket", rate: 60, period: HOUR, capacity: 30 },
  /**
   * Undos of one Gold member, who has as many as they like: far more than a person means. Without it, likes that come and go
   * would alarm whom they are for all evening.
   */
  undo: { kind: "token bucket", rate: 120, period: HOUR, capacity: 60 },
  /** Downloads of one's own data, which read all that somebody ever did. */
  export: { kind: "token bucket", rate: 3, period: 24 * HOUR, capacity: 3 },
  /** Messages of one account to all its matches: faster than anybody types for a minute. */
  message: { kind: "token bucket", rate: 20, period: MINUTE, capacity: 20 },
  /** And on a day: far more than anybody writes at a festival, and few enough to store. */
  messageDay: { kind: "token bucket", rate: 1_000, period: 24 * HOUR, capacity: 1_000 },
  /** Threads that one account opens: leafing through all its matches for minutes. Closing them is free, as is staying. */
  look: { kind: "token bucket", rate: 20, period: MINUTE, capacity: 120 },
  /** Looks of one account at its pending likes. A screen tells one for each like that comes while it is open. */
  likeLook: { kind: "token bucket", rate: 20, period: MINUTE, capacity: 120 },
  /** Notes that one account types. A screen tells one in three seconds at most, and nobody types in four threads at once. */
  typing: { kind: "token bucket", rate: 80, period: MINUTE, capacity: 80 },
  /** Browsers that one account subscribes for notifications: a page may do so whenever it is opened. */
  pushSubscribe: { kind: "token bucket", rate: 60, period: HOUR, capacity: 30 },
  /** Subscriptions that the browsers of one account renewed by themselves. */
  pushRenew: { kind: "token bucket", rate: 10, period: HOUR, capacity: 10 },
  /** Checks of tickets by one of the staff: a queue at the door, or an hour without a network sent at once. */
  doorCheck: { kind: "token bucket", rate: 120, period: MINUTE, capacity: 1_000 },
  /** Of those, of unknown codes: far more than a door meets, and too few to find a code by trying. */
  doorUnknown: { kind: "token bucket", rate: 300, period: HOUR, capacity: 300 },
  /** Notifications of one user, to each of their browsers. What is more waits, and is told in one. */
  push: { kind: "token bucket", rate: 60, period: HOUR, capacity: 30 },
} satisfies Record<string, RateLimitConfig>;

/** Of one account, address, session or thread. */
const ofOne = {
  ...ofAccount,
  /** Guesses at the password of one address: five at once, then one in just under a quarter of an hour. */
  guess: { kind: "token bucket", rate: 1, period: 15 * MINUTE - SECOND, capacity: 5 },
  /** The same for an address without an account. */
  guessUnknown: { kind: "token bucket", rate: 1, period: 15 * MINUTE - SECOND, capacity: 5 },
  /**
   * Guesses at the sign-up codes of one address. Each code has five tries of its own and an address is mailed five codes an
   * hour, which makes 25 guesses an hour, so this limit is only met after hours of guessing. It bounds the total: 150 on the
   * first day and 100 on each further one, at a million codes. So in three days of a festival a guesser gets into one address
   * in 2,900, after a hundred mails to its owner. The link in those mails works meanwhile.
   */
  codeGuess: { kind: "token bucket", rate: 100, period: 24 * HOUR, capacity: 50 },
  /** The same for an address without a code. Nothing can be guessed there, but the answers are those at a code. */
  codeGuessUnknown: { kind: "token bucket", rate: 1, period: 15 * MINUTE - SECOND, capacity: 5 },
  /**
   * Codes of tickets that one address tries. With an address it outlives a deletion of the account, so nobody guesses on by signing
   * up again.
   */
  ticketGuess: { kind: "token bucket", rate: 5, period: HOUR, capacity: 5 },
  /** Uses of one proof of work, which is valid for minutes. */
  proof: { kind: "token bucket", rate: 1, period: 24 * HOUR, capacity: 1 },
  /**
   * Further guesses at a password that was just set by a mailed link, until the owner signs in, so that other people's
   * guesses do not keep the owner out. A reset demands a strong password, which a thousand guesses do not find.
   */
  guessAfterReset: { kind: "token bucket", rate: 1, period: 15 * MINUTE, capacity: 1_000 },
  /**
   * Guesses at a moderator's password, counted apart from those at an attendee of the same address: ten at once, then four in
   * just under a quarter of an hour. More than at an attendee's, since a moderator has no mailed link to get in by, and few
   * know their address. That makes 394 guesses on the first day, which is far too few to find a password of eight characters.
   */
  guessModerator: { kind: "token bucket", rate: 4, period: 15 * MINUTE - SECOND, capacity: 10 },
  /** Reset links for one address, whether it has an account or not. Apart from `guess`, so that guessing never blocks a reset. */
  reset: { kind: "token bucket", rate: 5, period: HOUR, capacity: 3 },
  /**
   * New tokens of one session. A page asks for one whenever it is loaded; when refused it keeps its token, which is valid for
   * a day. Each exchange leaves a row for weeks.
   */
  refresh: { kind: "token bucket", rate: 120, period: HOUR, capacity: 300 },
  /** Notifications of words in one thread. */
  pushThread: { kind: "token bucket", rate: 1, period: MINUTE, capacity: 1 },
} satisfies Record<string, RateLimitConfig>;

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

const limiter = new RateLimiter(components.rateLimiter);
type Bucket = { kind: "token bucket"; rate: number; period: number; capacity: number; shards?: number };
type Attempt = { key?: string; config: Bucket };
type Halved = "mail" | "reset" | "contact" | "contactKnown" | "contactSignedIn";
export type HashBudget = keyof typeof hashes;
type Half = ReturnType<typeof bucket | typeof hashHalf>;

/** Counts an attempt on a limit of one person or address. Null: go on; otherwise the milliseconds to wait. */
export async function spend(ctx: MutationCtx, name: keyof typeof ofOne, key: string): Promise<number | null> {
  const { ok, retryAfter } = await limit(ctx, name, { key, config: ofOne[name] });
  return ok ? null : Math.ceil(retryAfter);
}

/** As `spend`, but without counting. */
export async function peek(ctx: MutationCtx, name: keyof typeof ofOne, key: string): Promise<number | null> {
  const { ok, retryAfter } = await check(ctx, name, { key, config: ofOne[name] });
  return ok ? null : Math.ceil(retryAfter);
}

/** How many attempts a limit of one person or address still takes now. */
export async function leftOf(ctx: MutationCtx, name: keyof typeof ofOne, key: string): Promise<number> {
  const config = ofOne[name];
  const { value, ts } = await limiter.getValue(ctx, name, { key, config });
  return Math.floor(Math.min(config.capacity, value + ((Date.now() - ts) * config.rate) / config.period));
}

/** Whether somebody has made an attempt lately that still counts on a limit of theirs. */
export async function hasSpent(ctx: MutationCtx, name: keyof typeof ofOne, key: string): Promise<boolean> {
  return (await leftOf(ctx, name, key)) < ofOne[name].capacity;
}

/** Forgets the attempts on a limit of one person or address. */
export async function resetLimit(ctx: MutationCtx, name: keyof typeof ofOne, key: string): Promise<void> {
  await limiter.reset(ctx, name, { key });
}

/** Forgets all attempts of an account that is deleted. */
export async function resetLimitsOf(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  for (const limit of Object.keys(ofAccount) as (keyof typeof ofAccount)[]) await resetLimit(ctx, limit, userId);
}

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

/** Deletes counters that were made more than a day ago. At worst a limit fills up once a day because of it. */
export async function deleteOldCounters(ctx: MutationCtx): Promise<void> {
  await ctx.runMutation(components.rateLimiter.lib.clearAll, { before: Date.now() - 24 * HOUR });
}

/**
 * Counts an attempt. A counter that was written while the clock was ahead would refuse until then: it starts afresh. No other one
 * refuses for longer than an empty bucket takes to get a token.
 */
async function limit(ctx: MutationCtx, name: string, attempt: Attempt) {
  const counted = await limiter.limit(ctx, name, attempt);
  if (counted.ok || !isAhead(attempt.config, counted.retryAfter)) return counted;
  await limiter.reset(ctx, name, attempt);
  return await limiter.limit(ctx, name, attempt);
}

/** As `limit`, but without counting. */
async function check(ctx: MutationCtx, name: string, attempt: Attempt) {
  const { ok, retryAfter } = await limiter.check(ctx, name, attempt);
  if (ok || isAhead(attempt.config, retryAfter)) return { ok: true, retryAfter: undefined } as const;
  return { ok: false, retryAfter } as const;
}

function isAhead({ rate, period, shards = 1 }: Bucket, retryAfter: number): boolean {
  return retryAfter > (shards * period) / rate + SECOND;
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
