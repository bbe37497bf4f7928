import { limits } from "../../../convex/shared/limits";
import { draft } from "../../lib/draft";
import { isNumber, isText } from "../../lib/stored";

/**
 * A sign-up between its two steps: the address, and when the code was mailed (ms). `waiting`: the mail is still queued, and this key
 * subscribes to its state.
 */
export type PendingSignUp = { email: string; sentAt: number; waiting?: string };

/** Stored in the browser, because opening the mail app may close the tab or lead back to another one. */
const stored = draft<PendingSignUp>("signUp", { email: isText, sentAt: isNumber, waiting: isText }, "browser");

export const pendingSignUp = {
  save: (email: string, { sentAt = Date.now(), waiting }: Partial<PendingSignUp> = {}): PendingSignUp => {
    const pending = { email, sentAt, ...(waiting !== undefined && { waiting }) };
    stored.write(pending);
    return pending;
  },
  /** Returns the sign-up whose code is still valid or still queued. Null: none. */
  read: (): PendingSignUp | null => {
    const { email, sentAt, waiting } = stored.read();
    if (email === undefined || sentAt === undefined) return null;
    const lifetime = waiting === undefined ? limits.codeLifetime : limits.codeWaitMax;
    if (Date.now() - sentAt < lifetime) return { email, sentAt, ...(waiting !== undefined && { waiting }) };
    stored.clear();
    return null;
  },
  clear: stored.clear,
};
