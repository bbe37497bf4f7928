import { limits } from "../../../convex/shared/limits";
import { draft } from "../../lib/draft";

/** A sign-up between its two steps: the address that the code was mailed to, and when. */
export type PendingSignUp = { email: string; sentAt: number };

/** Kept in the browser: somebody who looks up the code may lose the tab to the mail app, or come back in another one. */
const stored = draft<PendingSignUp>("signUp", "browser");

/** The pending sign-up of this browser, for all its tabs. */
export const pendingSignUp = {
  save: (email: string, sentAt = Date.now()): PendingSignUp => {
    const pending = { email, sentAt };
    stored.write(pending);
    return pending;
  },
  /** The one whose code is still valid; null when there is none. */
  read: (): PendingSignUp | null => {
    const { email, sentAt } = stored.read();
    if (email === undefined || sentAt === undefined) return null;
    if (Date.now() - sentAt < limits.codeLifetime) return { email, sentAt };
    stored.clear();
    return null;
  },
  clear: stored.clear,
};
