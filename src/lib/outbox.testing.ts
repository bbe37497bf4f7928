import type { OutboxStorage, Queued } from "./outbox";

/** A browser's storage. Each `tab()` gets events for the other tabs' changes. */
export function memoryStorage<Entry, Reason>(): OutboxStorage<Entry, Reason> & {
  tab: () => OutboxStorage<Entry, Reason>;
} {
  type Item = Queued<Entry, Reason>;
  const texts = new Map<string, string>();
  const listeners = new Map<object, (key: string) => void>();

  const tab = (): OutboxStorage<Entry, Reason> => {
    const self = {};
    const change = (key: string, act: () => void) => {
      act();
      for (const [owner, listener] of [...listeners]) if (owner !== self) queueMicrotask(() => listener(key));
    };
    return {
      read: () => [...texts.values()].map((text) => JSON.parse(text) as Item).sort((a, b) => a.number - b.number),
      find: (key) => (texts.has(key) ? (JSON.parse(texts.get(key)!) as Item) : undefined),
      put: (item) => change(item.key, () => texts.set(item.key, JSON.stringify(item))),
      remove: (key) => change(key, () => texts.delete(key)),
      onChange: (listener) => {
        listeners.set(self, listener);
        return () => listeners.delete(self);
      },
    };
  };
  return { ...tab(), tab };
}

/** Waits until all pending promises have run. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
