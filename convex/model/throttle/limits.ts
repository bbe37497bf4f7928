/** Limits of one account, address, session or thread. */
import { HOUR, MINUTE, SECOND, type RateLimitConfig } from "@convex-dev/rate-limiter";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { check, limit, limiter } from "./limiter";

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
