import { ifAllowed } from "./ifAllowed";

/** What somebody has typed or decided and not sent, so that a reload or a look at the mail loses nothing. */
export type Draft<T> = { read: () => Partial<T>; write: (value: Partial<T>) => void; clear: () => void };

/** `tab`: for this tab only. `browser`: for all tabs, also after they were closed. */
type Where = "tab" | "browser";

/** A draft under a name. Storage that is full or forbidden only means that nothing is kept. */
export function draft<T extends object>(name: string, where: Where = "tab"): Draft<T> {
  const key = `${PREFIX}${name}`;
  return {
    read: () => ifAllowed(() => parsed<T>(storages[where]().getItem(key))) ?? {},
    write: (value) => void ifAllowed(() => storages[where]().setItem(key, JSON.stringify(value))),
    clear: () => void ifAllowed(() => storages[where]().removeItem(key)),
  };
}

/** Forgets every draft, as when somebody leaves. */
export function clearDrafts(): void {
  for (const storage of Object.values(storages)) {
    ifAllowed(() => {
      const keys = Object.keys(storage()).filter((key) => key.startsWith(PREFIX));
      for (const key of keys) storage().removeItem(key);
    });
  }
}

const PREFIX = "draft:";

/** Asked for late: a browser that forbids storage throws on the mere mention of it. */
const storages: Record<Where, () => Storage> = {
  tab: () => window.sessionStorage,
  browser: () => window.localStorage,
};

function parsed<T>(text: string | null): Partial<T> {
  const value: unknown = text === null ? null : JSON.parse(text);
  return typeof value === "object" && value !== null ? (value as Partial<T>) : {};
}
