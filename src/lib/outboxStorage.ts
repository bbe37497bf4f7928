import { draft, draftNames, onDraftChange } from "./draft";
import type { OutboxStorage, Queued } from "./outbox";

/**
 * An outbox in the browser's storage, deleted with the drafts. Each entry is a draft of its own, so that two tabs that write
 * at the same time lose nothing of each other. What the browser cannot store is kept as long as the page.
 */
export function outboxStorage<Entry, Reason>(name: string): OutboxStorage<Entry, Reason> {
  type Item = Queued<Entry, Reason>;
  const prefix = `${name}:`;
  const unstored = new Map<string, Item>();
  const draftOf = (key: string) => draft<Item>(`${prefix}${key}`, "browser");

  return {
    read: () =>
      [...draftNames(prefix).map((key) => draftOf(key).read()), ...unstored.values()].filter(isItem).sort(byNumber),
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

/** By number. Two tabs that write in the same moment may give the same one: then by key, so that both see one order. */
function byNumber<E, R>(one: Queued<E, R>, other: Queued<E, R>): number {
  return one.number - other.number || (one.key < other.key ? -1 : 1);
}

function isItem<E, R>(item: Partial<Queued<E, R>>): item is Queued<E, R> {
  return item.key !== undefined && item.lane !== undefined && item.number !== undefined && item.entry !== undefined;
}
