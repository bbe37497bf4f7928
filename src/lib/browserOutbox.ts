import { draft, draftNames, onDraftChange } from "./draft";
import { byNumber, type OutboxOptions, type OutboxStorage, type Queued } from "./outbox";
import { isNumber, isText, type Check, type Shape } from "./stored";

/** Returns the parts of an outbox that stores its entries in this browser, under this name. A lock lets one tab at a time send them. */
export function browserOutbox<Entry, Reason extends string | null>(name: string, isEntry: Check<Entry>) {
  return {
    storage: outboxStorage<Entry, Reason>(name, isEntry),
    withLock: (work) => withBrowserLock(name, work),
    pause: (ms) => new Promise((resolve) => window.setTimeout(resolve, ms)),
  } satisfies Partial<OutboxOptions<Entry, Reason>>;
}

/** Milliseconds a tab waits for another one, which the phone may have put to sleep. */
const LOCK_TIMEOUT = 10_000;

/**
 * Runs `work` while no other tab of this browser runs work of the same name. Without locks, or after `LOCK_TIMEOUT`, it runs anyway, so the
 * work must be correct even if tabs overlap.
 */
export async function withBrowserLock(name: string, work: () => Promise<void>): Promise<void> {
  let hasLock = false;
  const begin = () => {
    hasLock = true;
    return work();
  };
  // Unencrypted pages have no locks, whatever the types say.
  const locks = navigator.locks as LockManager | undefined;
  try {
    await (locks === undefined ? begin() : locks.request(name, { signal: AbortSignal.timeout(LOCK_TIMEOUT) }, begin));
  } catch (error) {
    if (hasLock) throw error;
    await work();
  }
}

/**
 * Returns an outbox's storage in the browser, which is deleted with the drafts. Each entry is a separate draft, so two tabs that write at
 * the same time do not overwrite each other. Damaged ones are not read.
 */
export function outboxStorage<Entry, Reason extends string | null>(
  name: string,
  isEntry: Check<Entry>,
): OutboxStorage<Entry, Reason> {
  type Item = Queued<Entry, Reason>;
  const prefix = `${name}:`;
  const isReason = isText as Check<Exclude<Reason, undefined>>;
  const shape = { key: isText, lane: isText, number: isNumber, entry: isEntry, failure: isReason };
  const draftOf = (key: string) => draft<Item>(`${prefix}${key}`, shape as Shape<Item>, "browser");

  const find = (key: string): Item | undefined => {
    const { lane, number, entry, failure } = draftOf(key).read();
    if (lane === undefined || number === undefined || entry === undefined) return undefined;
    return { key, lane, number, entry, ...(failure !== undefined && { failure }) };
  };

  return {
    read: () =>
      draftNames(prefix)
        .map(find)
        .filter((item) => item !== undefined)
        .sort(byNumber),
    find,
    put: (item) => draftOf(item.key).write(item),
    remove: (key) => draftOf(key).clear(),
    onChange: (listener) => onDraftChange(prefix, listener),
  };
}
