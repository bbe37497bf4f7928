import { listen } from "./events";
import { withMemory, type MemoryStore } from "./memoryStore";
import { readStored, usableFields, type Shape } from "./stored";

/** Typed text or decisions not sent yet, stored so that a reload loses nothing. */
export type Draft<T> = { read: () => Partial<T>; write: (value: Partial<T>) => void; clear: () => void };

/** `tab`: this tab only. `browser`: all tabs, and after they are closed. */
type Scope = "tab" | "browser";

/** Returns the draft of a name. Fields that fail their check in `shape` are not read. */
export function draft<T extends object>(name: string, shape: Shape<T>, scope: Scope = "tab"): Draft<T> {
  const key = `${PREFIX}${name}`;
  return {
    read: () =>
      usableFields<T>(
        readStored(() => storages[scope], key),
        shape,
      ),
    write: (value) => storages[scope].setItem(key, JSON.stringify(value)),
    clear: () => storages[scope].removeItem(key),
  };
}

/** Returns the names of the `browser` drafts with a prefix, without the prefix. */
export function draftNames(prefix: string): string[] {
  const keyPrefix = `${PREFIX}${prefix}`;
  const keys = storages.browser.keys().filter((key) => key.startsWith(keyPrefix));
  return keys.map((key) => key.slice(keyPrefix.length));
}

/**
 * Calls back when another tab changes a draft whose name has this prefix. Passes the rest of the name, or null if all drafts were deleted.
 * Returns how to stop.
 */
export function onDraftChange(prefix: string, listener: (rest: string | null) => void): () => void {
  const keyPrefix = `${PREFIX}${prefix}`;
  return listen(window, "storage", ({ key }) => {
    if (key === null || key.startsWith(keyPrefix)) listener(key && key.slice(keyPrefix.length));
  });
}

/** The prefixes of the staff's drafts, which outlive an attendee's session. */
export const DOOR = "door:";
export const FIRST_STEPS = "firstSteps:";

/** Deletes every draft of an attendee, as at a sign-out. */
export function clearDrafts(): void {
  for (const storage of Object.values(storages)) {
    for (const key of storage.keys()) if (attendeeKeys.test(key)) storage.removeItem(key);
  }
}

const PREFIX = "draft:";
const attendeeKeys = new RegExp(`^${PREFIX}(?!${DOOR}|${FIRST_STEPS})`);

const storages: Record<Scope, MemoryStore> = {
  tab: withMemory(() => window.sessionStorage),
  browser: withMemory(() => window.localStorage),
};
