import { draft, draftNames, onDraftChange } from "./draft";
import { byNumber, type OutboxStorage, type Queued } from "./outbox";
import { isNumber, isText, type Check, type Shape } from "./stored";

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
