import { draft, draftNames, onDraftChange } from "./draft";
import { byNumber, type OutboxStorage, type Queued } from "./outbox";

/**
 * Returns an outbox's storage in the browser, which is deleted with the drafts. Each entry is a separate draft, so two tabs that write at
 * the same time do not overwrite each other. Entries that the browser cannot store stay in this page's memory.
 */
export function outboxStorage<Entry, Reason>(name: string): OutboxStorage<Entry, Reason> {
  type Item = Queued<Entry, Reason>;
  const prefix = `${name}:`;
  const unstored = new Map<string, Item>();
  const draftOf = (key: string) => draft<Item>(`${prefix}${key}`, "browser");

  const find = (key: string): Item | undefined => {
    const item = unstored.get(key) ?? { ...draftOf(key).read(), key };
    return isItem(item) ? item : undefined;
  };

  return {
    read: () =>
      [...new Set([...draftNames(prefix), ...unstored.keys()])]
        .map(find)
        .filter((item) => item !== undefined)
        .sort(byNumber),
    find,
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

/** False for a damaged draft. */
function isItem<E, R>(item: Partial<Queued<E, R>>): item is Queued<E, R> {
  const { lane, number, entry } = item;
  return typeof lane === "string" && Number.isFinite(number) && typeof entry === "object" && entry !== null;
}
