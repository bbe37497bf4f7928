import { ifAllowed } from "./ifAllowed";

/** Typed text or decisions not sent yet, stored so that a reload loses nothing. */
export type Draft<T> = { read: () => Partial<T>; write: (value: Partial<T>) => void; clear: () => void };

/** `tab`: for this tab only. `browser`: for all tabs, also after they were closed. */
type Scope = "tab" | "browser";

/** A draft under a name. When the storage is full or forbidden, nothing is stored, and nothing throws. */
export function draft<T extends object>(name: string, scope: Scope = "tab"): Draft<T> {
  const key = `${PREFIX}${name}`;
  return {
    read: () => ifAllowed(() => parsed<T>(storages[scope]().getItem(key))) ?? {},
    write: (value) => void ifAllowed(() => storages[scope]().setItem(key, JSON.stringify(value))),
    clear: () => void ifAllowed(() => storages[scope]().removeItem(key)),
  };
}

/** The drafts for all tabs whose names begin so, each by the rest of its name. */
export function draftNames(prefix: string): string[] {
  const keyPrefix = `${PREFIX}${prefix}`;
  const keys = ifAllowed(() => Object.keys(storages.browser())) ?? [];
  return keys.filter((key) => key.startsWith(keyPrefix)).map((key) => key.slice(keyPrefix.length));
}

/** Calls back when another tab changes a draft whose name has this prefix. Returns how to stop. */
export function onDraftChange(prefix: string, listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(`${PREFIX}${prefix}`)) listener();
  };
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}

/** Drafts with these prefixes are the staff's, and outlive an attendee's session. */
export const DOOR = "door:";
export const FIRST_STEPS = "firstSteps:";

/** Deletes every draft of a person, such as at a sign-out. */
export function clearDrafts(): void {
  for (const storage of Object.values(storages)) {
    ifAllowed(() => {
      for (const key of Object.keys(storage())) if (attendeeKeys.test(key)) storage().removeItem(key);
    });
  }
}

const PREFIX = "draft:";
const attendeeKeys = new RegExp(`^${PREFIX}(?!${DOOR}|${FIRST_STEPS})`);

/** Functions, because a browser that forbids storage throws as soon as it is accessed. */
const storages: Record<Scope, () => Storage> = {
  tab: () => window.sessionStorage,
  browser: () => window.localStorage,
};

function parsed<T>(text: string | null): Partial<T> {
  const value: unknown = text === null ? null : JSON.parse(text);
  return typeof value === "object" && value !== null ? (value as Partial<T>) : {};
}
