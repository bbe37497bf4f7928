import { ifAllowed } from "../lib/ifAllowed";
import { keptIndex, keptKey } from "./kept";
import { storedSessionId } from "./storedSession";

/** The most answers that are kept, and the most characters of one. The rest of the browser's 5 MB is for drafts. */
const MOST = 20;
const LONGEST = 300_000;

/**
 * Keeps answers under their names as true at a time (now), and forgets those that are null. Beyond the bounds, the oldest go.
 * Nothing is written once the session has ended here, in whichever tab.
 */
export function keep(session: string, answers: ReadonlyMap<string, unknown>, at = Date.now()): void {
  if (storedSessionId("attendee") !== session) return;
  const index = keptIndex(session);
  for (const [name, data] of answers) {
    if (data !== null && isStored(keptKey(session, name), data)) index[name] = at;
    else index[name] = -Infinity;
  }
  const newestFirst = Object.entries(index).sort(([, one], [, other]) => other - one);
  const kept = newestFirst.filter(([, last], place) => place < MOST && last > 0);
  for (const [name] of newestFirst.slice(kept.length)) remove(keptKey(session, name));
  isStored(keptKey(session), Object.fromEntries(kept));
}

/** Whether it is. An older version does not stay in its place. */
function isStored(key: string, data: unknown): boolean {
  const text = JSON.stringify(data);
  const isWritten = ifAllowed(() => {
    if (text.length > LONGEST) return false;
    if (window.localStorage.getItem(key) !== text) window.localStorage.setItem(key, text);
    return true;
  });
  if (isWritten !== true) remove(key);
  return isWritten === true;
}

function remove(key: string) {
  ifAllowed(() => window.localStorage.removeItem(key));
}
