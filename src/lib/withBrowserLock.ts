/** How long a tab waits for another one. A phone may have put that one to sleep. */
const LOCK_TIMEOUT = 10_000;

/**
 * Does some work while no other tab of this browser does work of the same name. Where the browser has no locks, or another
 * tab keeps its lock for too long, it is done anyway, and has to be right then too.
 */
export async function withBrowserLock(name: string, work: () => Promise<void>): Promise<void> {
  let hasLock = false;
  const begin = () => {
    hasLock = true;
    return work();
  };
  // A page without encryption has no locks, whatever the types say.
  const locks = navigator.locks as LockManager | undefined;
  try {
    await (locks === undefined ? begin() : locks.request(name, { signal: AbortSignal.timeout(LOCK_TIMEOUT) }, begin));
  } catch (error) {
    if (hasLock) throw error;
    await work();
  }
}
