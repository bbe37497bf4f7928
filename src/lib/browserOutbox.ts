import type { OutboxOptions } from "./outbox";
import { outboxStorage } from "./outboxStorage";
import type { Check } from "./stored";

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
