/** How long a list is that a client asks for. */
import { limits } from "../shared/limits";

/** A list size from whatever number a client sends: `limits.listed` without one, and `longest` at most. */
export function listSize(limit: number = limits.listed, longest: number): number {
  return Math.trunc(Math.min(longest, Math.max(1, limit))) || limits.listed;
}
