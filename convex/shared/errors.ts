import { ConvexError } from "convex/values";

/** Codes for programs, each with the HTTP status that the REST door gives it. */
export const statusOf = {
  BAD_INPUT: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  ALREADY_VERIFIED: 409,
  ALREADY_DECIDED: 409,
  PHOTO_TOO_LARGE: 413,
  PHOTO_TYPE: 415,
  SWIPE_LIMIT_REACHED: 429,
  TOO_MANY_TRIES: 429,
  MAIL_FAILED: 503,
  /** The payment provider is down or refuses. */
  PROVIDER_FAILED: 503,
} as const;

export type ErrorCode = keyof typeof statusOf;

/** What every refused call carries: a code for the program, the sentence for the person, and for 429 when to come back. */
export type ErrorData = {
  code: ErrorCode;
  message: string;
  /** Milliseconds until another try makes sense. */
  retryAfter?: number;
};

/** Refuses. A mutation that calls this leaves nothing behind. */
export function fail(code: ErrorCode, message: string, retryAfter?: number): never {
  throw new ConvexError<ErrorData>(retryAfter === undefined ? { code, message } : { code, message, retryAfter });
}

/** Refuses what came too often, and says when to come back. */
export function failTooMany(retryAfter: number): never {
  const minutes = Math.ceil(retryAfter / 60_000);
  const when = minutes <= 1 ? "a minute" : `${minutes} minutes`;
  fail("TOO_MANY_TRIES", `Too many attempts. Please try again in ${when}.`, retryAfter);
}

/** The refusal inside a caught error, or null when it is something else (a lost network, a bug). */
export function refusalOf(error: unknown): ErrorData | null {
  if (!(error instanceof ConvexError)) return null;
  const data: unknown = error.data;
  return isErrorData(data) ? data : null;
}

function isErrorData(data: unknown): data is ErrorData {
  return typeof data === "object" && data !== null && "code" in data && "message" in data;
}
