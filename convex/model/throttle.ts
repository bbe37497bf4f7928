/**
 * How often something may be tried. A refused attempt counts too, so nothing here throws: a mutation that throws would
 * take its own count back. None of the limits is per network address: a festival shares one.
 */
import { HOUR, MINUTE, RateLimiter, SECOND, type RateLimitConfig } from "@convex-dev/rate-limiter";
import { components } from "../_generated/api";
import { env, type MutationCtx } from "../_generated/server";

const each = {
  /** Every way of guessing a password or code for one address: five at once, then one in (just under) a quarter of an hour. */
  guess: { kind: "token bucket", rate: 1, period: 15 * MINUTE - SECOND, capacity: 5 },
  /** The same while the address has neither account nor code. */
  guessAtNothing: { kind: "token bucket", rate: 1, period: 15 * MINUTE - SECOND, capacity: 5 },
  /**
   * Further guesses at a password just set by a mailed link, until it was given once: so that whoever goes on guessing does
   * not keep the owner out. Such a password is a strong one; a thousand guesses do not find it.
   */
  guessNew: { kind: "token bucket", rate: 1, period: 15 * MINUTE, capacity: 1_000 },
  /**
   * Guesses at a moderator's password, apart from those at an attendee of the same address. Longer: there is no mailed
   * link by which a moderator gets in meanwhile, and their address is known to few. At this rate 400 guesses a day are
   * judged, of which none is a password of eight characters and more.
   */
  guessModerator: { kind: "token bucket", rate: 4, period: 15 * MINUTE - SECOND, capacity: 20 },
  /** Reset links asked for one address, whether it has an account or not. Apart from `guess`: guessing never blocks a reset. */
  reset: { kind: "token bucket", rate: 5, period: HOUR, capacity: 3 },
  /**
   * New tokens of one session. A page asks for one whenever it is loaded; one that is refused keeps what it has, which is good
   * for a day. Each leaves a row for weeks.
   */
  refresh: { kind: "token bucket", rate: 120, period: HOUR, capacity: 300 },
  /** Messages to the organisers from one address. */
  contact: { kind: "token bucket", rate: 5, period: HOUR, capacity: 3 },
  /** Orders asked for by one account, and how often it has the provider asked about them. */
  order: { kind: "token bucket", rate: 30, period: HOUR, capacity: 15 },
  verify: { kind: "token bucket", rate: 120, period: HOUR, capacity: 30 },
  /** Pictures of one account. */
  photo: { kind: "token bucket", rate: 30, period: HOUR, capacity: 15 },
  /** Versions of a profile handed in by one account. */
  submission: { kind: "token bucket", rate: 30, period: HOUR, capacity: 15 },
  /** Changes of whom a member looks for. Each takes new places, and what it leaves of the old ones never closes up again. */
  interest: { kind: "token bucket", rate: 1, period: HOUR, capacity: 5 },
  /** Reports by one account. A refused one does not count: nothing is guessed here. */
  report: { kind: "token bucket", rate: 30, period: HOUR, capacity: 15 },
} satisfies Record<string, RateLimitConfig>;

/**
 * What everybody together may do in ten minutes: what the mail provider takes (5 a second) and what the machine can hash
 * and draw. RATE_LIMIT_SCALE multiplies these. No smaller: one bad guest must not be able to use up everybody's share.
 */
const overall = {
  mail: 3_000,
  /**
   * A check of a password is a tenth of a second of a core, and two go on at once: 20 a second, 12,000 in ten minutes, and
   * whoever comes when sixty wait is told so without being counted. So where one machine hashes no flood empties this, and
   * a crowd of thousands that opens the app at the same moment is let in as fast as the machine can. It is more than twice
   * that for where several hash, and ends what guesses at everybody's passwords could cost there.
   */
  signIn: 30_000,
  /**
   * The same at addresses without an account, so that made-up ones use up nobody's; and at the moderators' door, which attendees
   * never feel. There all addresses share one: with a budget for those that are known, the answers would tell which they are.
   */
  signInAtNothing: 12_000,
  signInModerator: 30_000,
  /** Codes cost no hash, so these come as fast as somebody can send. Those at addresses without account or code are apart. */
  code: 12_000,
  codeAtNothing: 12_000,
  photo: 3_000,
  reset: 1_500,
  /** At addresses without an account: nothing is mailed, only a row written and a job done as if. */
  resetAtNothing: 1_500,
  resetToken: 12_000,
  /**
   * Messages to the organisers that are mailed at once: a mail in two seconds for each share, so that codes still get through.
   * One share is for whoever is signed in, one for whoever types an address that is known here, one for strangers.
   */
  contact: 300,
  contactKnown: 300,
  contactSignedIn: 300,
  /** Beyond those a message is mailed later. These take sixty of the hundred places a minute for mails that are tried again. */
  contactLater: 600,
  order: 2_000,
};

const limiter = new RateLimiter(components.rateLimiter);

/** Counts one attempt on somebody's own limit. Null: go on; otherwise the milliseconds until another try makes sense. */
export async function spend(ctx: MutationCtx, name: keyof typeof each, key: string): Promise<number | null> {
  const { ok, retryAfter } = await limiter.limit(ctx, name, { key, config: each[name] });
  return ok ? null : Math.ceil(retryAfter);
}

/** How long to wait for another try on somebody's own limit, which is not counted here. Null: no time. */
export async function waitFor(ctx: MutationCtx, name: keyof typeof each, key: string): Promise<number | null> {
  const { ok, retryAfter } = await limiter.check(ctx, name, { key, config: each[name] });
  return ok ? null : Math.ceil(retryAfter);
}

/** Forgets the attempts on a limit, after one that succeeded. */
export async function forgive(ctx: MutationCtx, name: keyof typeof each, key: string): Promise<void> {
  await limiter.reset(ctx, name, { key });
}

/** Counts one attempt on everybody's budget. */
export async function spendOverall(ctx: MutationCtx, name: keyof typeof overall): Promise<number | null> {
  const { ok, retryAfter } = await limiter.limit(ctx, `overall ${name}`, { config: overallOf(name) });
  return ok ? null : Math.ceil(retryAfter);
}

/** How long to wait for another try on everybody's budget, which is not counted here. Null: no time. */
export async function waitForOverall(ctx: MutationCtx, name: keyof typeof overall): Promise<number | null> {
  const { ok, retryAfter } = await limiter.check(ctx, `overall ${name}`, { config: overallOf(name) });
  return ok ? null : Math.ceil(retryAfter);
}

/** Drops counters made more than a day ago: whoever they were about has long got all tries back. */
export async function forgetOld(ctx: MutationCtx): Promise<void> {
  await ctx.runMutation(components.rateLimiter.lib.clearAll, { before: Date.now() - 24 * HOUR });
}

function overallOf(name: keyof typeof overall) {
  const rate = overall[name] * (Number(env.RATE_LIMIT_SCALE ?? "1") || 1);
  // Shards, so that a rush does not collide on one document.
  return { kind: "token bucket", rate, period: 10 * MINUTE, capacity: rate, shards: 8 } as const;
}
