import { refusalOf, type ErrorCode } from "../../convex/shared/errors";

/** A call failed because the deployment is out of reach. */
export class OutOfReach extends Error {
  /** A sentence. */
  readonly consequence: string = "Nothing was sent.";

  constructor() {
    super("The deployment is out of reach");
  }
}

/** The person gave up an act before it was sent. */
export class Withdrawn extends Error {
  constructor() {
    super("The person gave it up");
  }
}

/** Returns the sentence for the person: the deployment's refusal, or else the fallback (a bug). Offline, it adds the consequence. */
export function messageOf(error: unknown, fallback: string): string {
  if (!(error instanceof OutOfReach)) return refusalOf(error)?.message ?? fallback;
  return `${fallback.replace(/\.$/, "")}. You are offline. ${error.consequence}`;
}

export function isRefusal(error: unknown, ...codes: ErrorCode[]): boolean {
  const refusal = refusalOf(error);
  return refusal !== null && codes.includes(refusal.code);
}
