/**
 * Limits per account, address, session or thread. Where refused attempts count too, a rule returns the wait of `spend`: a mutation that
 * throws rolls back its own count. No limit is per network address, because everybody at a festival shares one.
 */
import { type RateLimitConfig, RateLimiter } from "@convex-dev/rate-limiter";
import { HOUR, MINUTE, SECOND } from "../../shared/durations";
import { components } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { namesOf } from "../../shared/records";
import { failTooMany } from "../../shared/errors";

export const limiter = new RateLimiter(components.rateLimiter);
type Bucket = { kind: "token bucket"; rate: number; period: number; capacity: number; shards?: number };
type Attempt = { key?: string; config: Bucket };

/** Per account, by its id. Deleted with it: see `resetLimitsOf`. */
const accountLimits = {
  /**
   * Guesses at a second-factor code, after the correct password: at most 101 on the first day. Three of a million codes are valid at a
   * time.
   */
  guessSecondFactor: { kind: "token bucket", rate: 1, period: 15 * MINUTE - SECOND, capacity: 5 },
  /** An attendee's sign-ins with the correct password. Each one hashes it. Far more than a person has phones. */
  signIn: { kind: "token bucket", rate: 30, period: HOUR, capacity: 30 },
  /** Links that one organiser mails to staff. */
  invite: { kind: "token bucket", rate: 30, period: HOUR, capacity: 30 },
  /** Changes of moderators by one organiser without the password: a stolen session must not empty the desk. */
  staffChange: { kind: "token bucket", rate: 5, period: HOUR, capacity: 5 },
  /** Messages to the organisers, per signed-in account or else per address. */
  contact: { kind: "token bucket", rate: 5, period: HOUR, capacity: 3 },
  /** Orders and verifications per account. Each calls the payment provider. */
  order: { kind: "token bucket", rate: 30, period: HOUR, capacity: 15 },
  verify: { kind: "token bucket", rate: 120, period: HOUR, capacity: 30 },
  /** An attendee's mutations without their own limit: settings, marks, answers to likes. See `functions.ts`. */
  write: { kind: "token bucket", rate: 60, period: MINUTE, capacity: 60 },
  /** REST bodies above 20 KiB: pictures and lists of tickets. The server holds and parses each before a rule counts it. */
  largeBody: { kind: "token bucket", rate: 60, period: HOUR, capacity: 20 },
  /** Uploaded pictures per account. */
  photo: { kind: "token bucket", rate: 30, period: HOUR, capacity: 15 },
  /** Profile versions submitted per account. */
  submission: { kind: "token bucket", rate: 30, period: HOUR, capacity: 15 },
  /** Saved profile changes of any kind. Each visible one rewrites the cards in every deck that shows them. */
  change: { kind: "token bucket", rate: 120, period: HOUR, capacity: 60 },
  /**
   * Calls of `swipes.advance`, each reading up to a thousand deck entries. A client calls it once per hundreds of people already decided,
   * at most fifty times for one deck.
   */
  advance: { kind: "token bucket", rate: 200, period: HOUR, capacity: 100 },
  /** Changes of `interestedIn` and of the age range. Each takes new deck positions, and the gaps left behind are never filled. */
  interest: { kind: "token bucket", rate: 1, period: HOUR, capacity: 5 },
  /** Reports per account. A refused report is not counted, since there is nothing to guess. */
  report: { kind: "token bucket", rate: 30, period: HOUR, capacity: 15 },
  /** Blocks per account: more than a person would make. After a deletion they carry over to the next account of the same mailbox. */
  block: { kind: "token bucket", rate: 60, period: HOUR, capacity: 30 },
  /**
   * Undos per Gold member, who has no daily limit: far more than a person would make. Without this limit, a like sent and undone again and
   * again could notify its receiver all evening.
   */
  undo: { kind: "token bucket", rate: 120, period: HOUR, capacity: 60 },
  /** Users' downloads of their own data. Each reads everything the user ever did. */
  export: { kind: "token bucket", rate: 3, period: 24 * HOUR, capacity: 3 },
  /** Threads opened per account: enough to page through all matches for several minutes. Closing a thread or keeping it open is free. */
  openThread: { kind: "token bucket", rate: 20, period: MINUTE, capacity: 120 },
  /** Times an account views its pending likes. A screen reports each like that arrives while it is open. */
  seeLikes: { kind: "token bucket", rate: 20, period: MINUTE, capacity: 120 },
  /** Typing signals per account. A screen sends at most one every three seconds, and nobody types in four threads at a time. */
  typing: { kind: "token bucket", rate: 80, period: MINUTE, capacity: 80 },
  /** Subscribed browsers per account. A page may subscribe each time it opens. */
  pushSubscribe: { kind: "token bucket", rate: 60, period: HOUR, capacity: 30 },
  /** Subscriptions that an account's browsers renewed themselves. */
  pushRenew: { kind: "token bucket", rate: 10, period: HOUR, capacity: 10 },
  /** Ticket checks per staff member: a queue at the door, or an hour of offline checks sent together. */
  doorCheck: { kind: "token bucket", rate: 120, period: MINUTE, capacity: 1_000 },
  /** Unknown codes among those. Far more than people bring to a door, and too few to guess a code. */
  doorUnknown: { kind: "token bucket", rate: 300, period: HOUR, capacity: 300 },
  /** Notifications per user, to each of their browsers. Further ones wait and are combined. */
  push: { kind: "token bucket", rate: 60, period: HOUR, capacity: 30 },
} satisfies Record<string, RateLimitConfig>;

/** Per account, address, session or thread. */
const keyedLimits = {
  ...accountLimits,
  /** Password guesses per address: five in a row, then one in just under a quarter of an hour. */
  guess: { kind: "token bucket", rate: 1, period: 15 * MINUTE - SECOND, capacity: 5 },
  /** The same for an address without an account. */
  guessUnknown: { kind: "token bucket", rate: 1, period: 15 * MINUTE - SECOND, capacity: 5 },
  /**
   * Code guesses per address. Each code allows five tries, and an address gets five codes an hour. At 25 guesses an hour, only hours of
   * guessing reach this limit. It bounds the total: 150 on the first day and 100 on each later one, at a million codes. In three festival
   * days a guesser gets into one address in 2,900, after a hundred mails to its owner. The link in those mails works all the time.
   */
  codeGuess: { kind: "token bucket", rate: 100, period: 24 * HOUR, capacity: 50 },
  /** The same for an address without a code. Nothing can be guessed there, but the responses match those for a code. */
  codeGuessUnknown: { kind: "token bucket", rate: 1, period: 15 * MINUTE - SECOND, capacity: 5 },
  /** Ticket codes tried per address. It outlives the account, so signing up again allows no more guesses. */
  ticketGuess: { kind: "token bucket", rate: 5, period: HOUR, capacity: 5 },
  /** Uses of one proof of work, which is valid for five minutes. */
  proof: { kind: "token bucket", rate: 1, period: 24 * HOUR, capacity: 1 },
  /**
   * Extra guesses at a password that a mailed link has just set, until the owner signs in. Without them, other people's guesses could lock
   * the owner out. A reset requires a strong password, which a thousand guesses do not find.
   */
  guessAfterReset: { kind: "token bucket", rate: 1, period: 15 * MINUTE, capacity: 1_000 },
  /**
   * Guesses at a moderator's password: ten in a row, then four in just under a quarter of an hour. Separate from those at an attendee of
   * the same address. More than for attendees, since a moderator cannot get in by a mailed link, and few know their address. That makes 394
   * guesses on the first day, far too few to find a password of eight characters.
   */
  guessModerator: { kind: "token bucket", rate: 4, period: 15 * MINUTE - SECOND, capacity: 10 },
  /** Reset links per address, with an account or without. Separate from `guess`, so that guessing never blocks a reset. */
  reset: { kind: "token bucket", rate: 5, period: HOUR, capacity: 3 },
  /**
   * New tokens per session. Each open page asks for one a day, when its token is about to expire. So the limit allows a hundred tabs in one
   * browser. Another device has its own session. Each new token leaves a row for thirty days.
   */
  refresh: { kind: "token bucket", rate: 100, period: 24 * HOUR, capacity: 100 },
  /** Mails to everybody that organisers ask for, all organisers together: a stolen session must not flood every mailbox. */
  mailToAll: { kind: "token bucket", rate: 6, period: 24 * HOUR, capacity: 6 },
  /** Message notifications per thread. */
  pushThread: { kind: "token bucket", rate: 1, period: MINUTE, capacity: 1 },
} satisfies Record<string, RateLimitConfig>;

/** Counts an attempt on a person's or address's limit. Returns the milliseconds to wait, or null to proceed. */
export async function spend(ctx: MutationCtx, name: keyof typeof keyedLimits, key: string): Promise<number | null> {
  const { ok, retryAfter } = await limit(ctx, name, { key, config: keyedLimits[name] });
  return ok ? null : Math.ceil(retryAfter);
}

/** Counts an attempt, or throws if it is over the limit. The caller's transaction is rolled back, so a refused attempt does not count. */
export async function spendOrFail(
  ctx: MutationCtx,
  name: keyof typeof keyedLimits,
  key: string,
  sentence?: string,
): Promise<void> {
  const wait = await spend(ctx, name, key);
  if (wait !== null) failTooMany(wait, undefined, sentence);
}

/** Like `spend`, without counting. */
export async function peek(ctx: MutationCtx, name: keyof typeof keyedLimits, key: string): Promise<number | null> {
  const { ok, retryAfter } = await check(ctx, name, { key, config: keyedLimits[name] });
  return ok ? null : Math.ceil(retryAfter);
}

/** Returns how many attempts a person's or address's limit allows now. */
export async function attemptsLeft(ctx: MutationCtx, name: keyof typeof keyedLimits, key: string): Promise<number> {
  const config = keyedLimits[name];
  const { value, ts } = await limiter.getValue(ctx, name, { key, config });
  return Math.floor(Math.min(config.capacity, value + ((Date.now() - ts) * config.rate) / config.period));
}

/** True if a recent attempt still counts against a limit. */
export async function hasSpent(ctx: MutationCtx, name: keyof typeof keyedLimits, key: string): Promise<boolean> {
  return (await attemptsLeft(ctx, name, key)) < keyedLimits[name].capacity;
}

export async function resetLimit(ctx: MutationCtx, name: keyof typeof keyedLimits, key: string): Promise<void> {
  await limiter.reset(ctx, name, { key });
}

/** Forgets all attempts of a deleted account. */
export async function resetLimitsOf(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  for (const limit of namesOf(accountLimits)) await resetLimit(ctx, limit, userId);
}

/**
 * Counts an attempt. A counter written while the clock was ahead would refuse until then, so it restarts. No other counter refuses longer
 * than an empty bucket takes to gain a token.
 */
export async function limit(ctx: MutationCtx, name: string, attempt: Attempt) {
  const counted = await limiter.limit(ctx, name, attempt);
  if (counted.ok || !isAhead(attempt.config, counted.retryAfter)) return counted;
  await limiter.reset(ctx, name, attempt);
  return await limiter.limit(ctx, name, attempt);
}

/** Like `limit`, without counting. */
export async function check(ctx: MutationCtx, name: string, attempt: Attempt) {
  const { ok, retryAfter } = await limiter.check(ctx, name, attempt);
  if (ok || isAhead(attempt.config, retryAfter)) return { ok: true, retryAfter: undefined } as const;
  return { ok: false, retryAfter } as const;
}

/** Deletes counters older than a day. At worst this refills a limit once a day. */
export async function deleteOldCounters(ctx: MutationCtx): Promise<void> {
  await ctx.runMutation(components.rateLimiter.lib.clearAll, { before: Date.now() - 24 * HOUR });
}

function isAhead({ rate, period, shards = 1 }: Bucket, retryAfter: number): boolean {
  return retryAfter > (shards * period) / rate + SECOND;
}
