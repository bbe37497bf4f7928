import { refusalOf, type ErrorCode } from "../../convex/shared/errors";

/** A call failed because the deployment is out of reach. */
export class OutOfReach extends Error {
  constructor() {
    super("The deployment is out of reach");
  }
}

/** The sentence for the person: the deployment's own when it refused, else the fallback (a bug), with why when they are offline. */
export function messageOf(error: unknown, fallback: string): string {
  return refusalOf(error)?.message ?? (error instanceof OutOfReach ? `${fallback}. You are offline.` : fallback);
}

/** Whether a call was refused with one of these codes. */
export function isRefusal(error: unknown, ...codes: ErrorCode[]): boolean {
  const refusal = refusalOf(error);
  return refusal !== null && codes.includes(refusal.code);
}
