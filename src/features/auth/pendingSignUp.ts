import { limits } from "../../../convex/shared/limits";
import { draft } from "../../lib/draft";

/**
 * A sign-up between its two steps: the address that the code was mailed to, and when. `waiting`: it is not mailed yet. This
 * key subscribes to its state.
 */
export type PendingSignUp = { email: string; sentAt: number; waiting?: string };

/** Stored in the browser. Looking up the code in the mail app may close the tab, or lead back to another one. */
const stored = draft<PendingSignUp>("signUp", "browser");

export const pendingSignUp = {
  save: (email: string, { sentAt = Date.now(), waiting }: Partial<PendingSignUp> = {}): PendingSignUp => {
    const pending = { email, sentAt, ...(waiting !== undefined && { waiting }) };
    stored.write(pending);
    return pending;
  },
  /** The one whose code is still valid, or is yet to be mailed; null when there is none. */
  read: (): PendingSignUp | null => {
    const { email, sentAt, waiting } = stored.read();
    if (email === undefined || sentAt === undefined) return null;
    const lifetime = waiting === undefined ? limits.codeLifetime : limits.codeWaitMost;
    if (Date.now() - sentAt < lifetime) return { email, sentAt, ...(waiting !== undefined && { waiting }) };
    stored.clear();
    return null;
  },
  clear: stored.clear,
};
