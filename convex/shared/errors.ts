import { ConvexError } from "convex/values";

/** The error codes, each with its HTTP status in the REST API. */
export const statusOf = {
  BAD_INPUT: 400,
  /** The password is correct, but the code of the second factor is missing or wrong. */
  CODE_NEEDED: 400,
  /** A sign-up lacks a ticket code, or the ticket of this code cannot be claimed. */
  TICKET_REFUSED: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  /** The festival is over and the app is closed. */
  CLOSED: 403,
  NOT_FOUND: 404,
  ALREADY_VERIFIED: 409,
  ALREADY_DECIDED: 409,
  PHOTO_TOO_LARGE: 413,
  PHOTO_TYPE: 415,
  SWIPE_LIMIT_REACHED: 429,
  UNDO_LIMIT_REACHED: 429,
  TOO_MANY_TRIES: 429,
  MAIL_FAILED: 503,
  /** The payment provider is down or refuses. */
  PROVIDER_FAILED: 503,
} as const;

export type ErrorCode = keyof typeof statusOf;

/** The data of a refusal: a code for programs, a sentence for people, and for 429 when to try again. */
export type ErrorData = {
  code: ErrorCode;
  message: string;
  /** For a wrong sign-up code: the tries left before a new mail is needed. */
  triesLeft?: number;
  /** Milliseconds until another try makes sense. */
  retryAfter?: number;
  /** A proof of work that gets the call accepted sooner: an ALTCHA challenge (version 2) as JSON. */
  puzzle?: string;
};

/** Refuses a call. In a mutation this rolls everything back. */
export function fail(code: ErrorCode, message: string, retryAfter?: number): never {
  throw new ConvexError<ErrorData>(retryAfter === undefined ? { code, message } : { code, message, retryAfter });
}

/** Refuses a caller without a live session. */
export function failSignedOut(): never {
  fail("UNAUTHENTICATED", "Session expired. Please login again.");
}

/** Refuses a call above a rate limit, with the time of the next try or a puzzle to solve. */
export function failTooMany(retryAfter: number, puzzle?: string, sentence?: string): never {
  const minutes = Math.ceil(retryAfter / 60_000);
  const when = minutes <= 1 ? "a minute" : `${minutes} minutes`;
  const message = sentence ?? `Too many attempts. Please try again in ${when}.`;
  throw new ConvexError<ErrorData>({ code: "TOO_MANY_TRIES", message, retryAfter, ...(puzzle && { puzzle }) });
}

/** Refuses a wrong sign-up code, with the number of tries left if they are counted. */
export function failWrongCode(triesLeft?: number): never {
  const data: ErrorData = { code: "BAD_INPUT", message: "Failed to verify OTP" };
  throw new ConvexError<ErrorData>(triesLeft === undefined ? data : { ...data, triesLeft });
}

/** Returns the refusal in a caught error. Null for any other error (a lost connection, a bug). */
export function refusalOf(error: unknown): ErrorData | null {
  if (!(error instanceof ConvexError)) return null;
  const data: unknown = error.data;
  return isErrorData(data) ? data : null;
}

function isErrorData(data: unknown): data is ErrorData {
  return typeof data === "object" && data !== null && "code" in data && "message" in data;
}
