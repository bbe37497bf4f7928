import { ifAllowed } from "../lib/ifAllowed";
import { cacheIndex, cacheKey } from "./cache";
import { storedSessionId } from "./storedSession";

/**
 * The limits: answers, and characters of one and of all. A browser allows an origin at least 5 MB and counts two bytes per character. Half
 * of that stays for drafts and unsent entries.
 */
const MAX_ANSWERS = 20;
const MAX_LENGTH = 300_000;
const MAX_TOTAL_LENGTH = 1_200_000;

/**
 * Stores answers under their names as true now, and deletes those that are null. Above the limits, deletes the oldest first, before
 * writing. Writes nothing once the session has ended here, in any tab.
 */
export function writeCache(session: string, answers: ReadonlyMap<string, unknown>, at = Date.now()): void {
  if (storedSessionId("attendee") !== session) return;
  const index = cacheIndex(session);
  const fresh = new Map<string, string>();
  for (const [name, data] of answers) {
    const text = data === null ? "" : JSON.stringify(data);
    if (text !== "" && text.length <= MAX_LENGTH) fresh.set(name, text);
    index[name] = fresh.has(name) ? at : -Infinity;
  }
  const newestFirst = Object.entries(index).sort(([, one], [, other]) => other - one);
  let remaining = MAX_TOTAL_LENGTH;
  const fits = ([name, lastTrue]: [string, number], rank: number) => {
    remaining -= fresh.get(name)?.length ?? lengthOf(cacheKey(session, name));
    return rank < MAX_ANSWERS && lastTrue > 0 && remaining >= 0;
  };
  const cached = newestFirst.filter(fits);
  const names = new Set(cached.map(([name]) => name));
  for (const [name] of newestFirst) if (!names.has(name)) remove(cacheKey(session, name));
  const storeIfFresh = ([name]: [string, number]) => {
    const text = fresh.get(name);
    return text === undefined || store(cacheKey(session, name), text);
  };
  store(cacheKey(session), JSON.stringify(Object.fromEntries(cached.filter(storeIfFresh))));
}

/** Returns whether it was stored. If not, deletes the older version. */
function store(key: string, text: string): boolean {
  const isStored = ifAllowed(() => {
    if (window.localStorage.getItem(key) !== text) window.localStorage.setItem(key, text);
    return true;
  });
  if (isStored !== true) remove(key);
  return isStored === true;
}

function lengthOf(key: string): number {
  return ifAllowed(() => window.localStorage.getItem(key)?.length) ?? 0;
}

function remove(key: string) {
  ifAllowed(() => window.localStorage.removeItem(key));
}
