import { draft, draftNames, onDraftChange } from "./draft";
import type { OutboxStorage, Queued } from "./outbox";

/**
 * Returns an outbox's storage in the browser, which is deleted with the drafts. Each entry is a separate draft, so two tabs that write at
 * the same time do not overwrite each other. Entries that the browser cannot store stay in this page's memory.
 */
export function outboxStorage<Entry, Reason>(name: string): OutboxStorage<Entry, Reason> {
  type Item = Queued<Entry, Reason>;
  const prefix = `${name}:`;
  const unstored = new Map<string, Item>();
  const draftOf = (key: string) => draft<Item>(`${prefix}${key}`, "browser");

  return {
    read: () =>
      [...draftNames(prefix).map((key) => ({ ...draftOf(key).read(), key })), ...unstored.values()]
        .filter(isItem)
        .sort(byNumber),
    put: (item) => {
      draftOf(item.key).write(item);
      if (draftOf(item.key).read().number === item.number) unstored.delete(item.key);
      else unstored.set(item.key, item);
    },
    remove: (key) => {
      unstored.delete(key);
      draftOf(key).clear();
    },
    onChange: (listener) => onDraftChange(prefix, listener),
  };
}

/** Sorts by number. Two tabs may use the same number at the same moment. Then the key decides, so both see one order. */
function byNumber<E, R>(one: Queued<E, R>, other: Queued<E, R>): number {
  return one.number - other.number || (one.key < other.key ? -1 : 1);
}

/** False for a damaged draft. */
function isItem<E, R>(item: Partial<Queued<E, R>>): item is Queued<E, R> {
  const { lane, number, entry } = item;
  return typeof lane === "string" && Number.isFinite(number) && typeof entry === "object" && entry !== null;
}
