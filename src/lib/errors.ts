import { refusalOf, type ErrorCode } from "../../convex/shared/errors";

/** The sentence for the person: the deployment's own when it refused, else the fallback (a lost network, a bug). */
export function messageOf(error: unknown, fallback: string): string {
  return refusalOf(error)?.message ?? fallback;
}

/** Whether a call was refused with one of these codes. */
export function isRefusal(error: unknown, ...codes: ErrorCode[]): boolean {
  const refusal = refusalOf(error);
  return refusal !== null && codes.includes(refusal.code);
}
