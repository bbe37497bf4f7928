import { ifAllowed } from "./ifAllowed";

export type MemoryStore = Pick<Storage, "getItem" | "setItem" | "removeItem"> & { keys: () => string[] };

/**
 * Returns a browser's storage that never throws. Values it cannot store, because it is full or forbidden, stay in this page's memory.
 * `storage` is a function, because a forbidden storage throws on access.
 */
export function withMemory(storage: () => Storage): MemoryStore {
  const unstored = new Map<string, string>();
  return {
    getItem: (key) => unstored.get(key) ?? ifAllowed(() => storage().getItem(key)) ?? null,
    setItem: (key, value) => {
      const isStored = ifAllowed(() => (storage().setItem(key, value), true)) ?? false;
      if (isStored) unstored.delete(key);
      else unstored.set(key, value);
    },
    removeItem: (key) => {
      unstored.delete(key);
      ifAllowed(() => storage().removeItem(key));
    },
    keys: () => [...new Set([...unstored.keys(), ...(ifAllowed(() => Object.keys(storage())) ?? [])])],
  };
}
