import { brandedString, literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { wait } from "./common";

/** The two ways to sign in. A token of one kind is refused by functions for the other. */
export const signInProvider = literals("password", "moderator");

/** The tokens of a session, as Convex Auth's client stores them, or null. */
export const tokens = v.union(v.null(), v.object({ token: v.string(), refreshToken: v.string() }));

/** The refusal of a call without a proof of work, once half of a budget is used up. `level`: of the puzzle, see `model/auth/proofs.ts`. */
const unproven = v.object({ kind: v.literal("unproven"), level: v.number() });
/** The reason why a budget refuses an attempt. */
export const budgetRefusal = v.union(wait, unproven);
/** The right to hash one password. Only `spendHash` issues one, from a budget. No password is hashed without it. */
export const hashPermit = v.object({ permit: brandedString("password hash") });
const permitted = v.object({ kind: v.literal("permitted"), permit: hashPermit });
/** Whether a password may be hashed now. */
export const hashAnswer = v.union(permitted, wait, unproven);
const right = v.object({ kind: v.literal("right") });
const wrong = v.object({ kind: v.literal("wrong") });
/** `triesLeft`: the wrong tries left before a new mail is needed. A wrong link has no limit. */
const wrongCode = wrong.extend({ triesLeft: v.optional(v.number()) });

/** The check of a refresh token or of a second factor's code. */
export const secretCheck = v.union(right, wrong, wait);

/** The check of a mailed link's token. If it is correct, the caller may hash a password. */
export const linkCheck = v.union(permitted, wrong, wait, unproven);

/** The check of a sign-up code, or of the link in the same mail. */
export const codeCheck = v.union(permitted, wrongCode, wait, unproven);

/** The result of a sign-up after the correct code. The code or the ticket may have been used since the check. */
export const madeAccount = literals("made", "wrong", "noTicket");

export const codeMailState = literals("waiting", "sent", "failed");

/** The same, with the times (ms) when the provider is tried again and when the current sender's lease ends. */
export const queuedCodeState = v.object({ state: codeMailState, notBefore: v.number(), until: v.number() });

/** A code that waits to be mailed. Null: the provider accepted the mail. */
export const codeOnItsWay = v.union(v.object({ waiting: v.string() }), v.null());

/** The result of asking for a sign-up code. `id`: of the queued mail, to ask for its state. */
export const codeMail = v.union(
  v.object({ kind: v.literal("queued"), id: v.id("outbox") }),
  v.object({ kind: v.literal("registered") }),
  v.object({ kind: v.literal("closed") }),
  /** Only addresses of these domains may sign up. */
  v.object({ kind: v.literal("domain"), domains: v.array(v.string()) }),
  wait,
  unproven,
);

/** The start of a sign-in. `secret`: the stored password, or null without an account. Both cases cost a hash. */
export const signInStart = v.union(permitted.extend({ secret: v.union(v.string(), v.null()) }), wait, unproven);

/** The result of a sign-in after the correct password. `codeNeeded`: the second factor's code is missing or wrong. */
export const opened = v.union(
  v.object({ kind: v.literal("in"), tokens }),
  v.object({ kind: v.literal("codeNeeded"), isWrong: v.boolean() }),
  wait,
);

/** The result of exchanging a refresh token. */
export const refreshed = v.union(right.extend({ tokens }), wrong, wait);
