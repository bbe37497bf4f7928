import { refusalOf, type ErrorCode } from "../../convex/shared/errors";

/** A call failed because the deployment is out of reach. */
export class OutOfReach extends Error {
  /** The consequence, as a sentence for the person. */
  readonly consequence: string = "Nothing was sent.";

  constructor() {
    super("The deployment is out of reach");
  }
}

/** The connection was lost while an action ran. Nobody repeats it, and its result stays unknown. */
export class Interrupted extends Error {}

/** The person cancelled an act before it was sent, or has signed out. */
export class Withdrawn extends Error {
  constructor() {
    super("The person cancelled it");
  }
}

/** Returns the sentence for the person: the deployment's refusal, or the fallback for a bug. A lost connection adds its consequence. */
export function messageOf(error: unknown, fallback: string): string {
  const lost = lostSentence(error);
  if (lost === null) return refusalOf(error)?.message ?? fallback;
  return `${fallback.replace(/\.$/, "")}. ${lost}`;
}

function lostSentence(error: unknown): string | null {
  if (error instanceof OutOfReach) return `You are offline. ${error.consequence}`;
  return error instanceof Interrupted ? "The connection dropped." : null;
}

export function isRefusal(error: unknown, ...codes: ErrorCode[]): boolean {
  const refusal = refusalOf(error);
  return refusal !== null && codes.includes(refusal.code);
}
