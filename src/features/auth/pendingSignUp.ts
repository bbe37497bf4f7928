import { draft } from "../../lib/draft";

/** The address that a code was mailed to, and when. */
export type Begun = { email: string; sentAt: number };

/** The deployment mails an address at most once a minute. */
export const MAIL_PAUSE = 60_000;

/** As long as the deployment takes a code. */
const CODE_LASTS = 10 * 60_000;

/** Somebody who looks up the code may lose the tab to the mail app, or come back in another one. */
const kept = draft<Begun>("signUp", "browser");

/** A sign-up between its two steps, for every tab of this browser. */
export const signUp = {
  begin: (email: string, sentAt = Date.now()): Begun => {
    const begun = { email, sentAt };
    kept.write(begun);
    return begun;
  },
  /** What was begun while its code is good; null when there is nothing to go on with. */
  begun: (): Begun | null => {
    const { email, sentAt } = kept.read();
    if (email === undefined || sentAt === undefined) return null;
    if (Date.now() - sentAt < CODE_LASTS) return { email, sentAt };
    kept.clear();
    return null;
  },
  end: kept.clear,
};
