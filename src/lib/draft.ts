/** What somebody has typed and not sent, kept for this tab only, so that a reload or a look at the mail loses nothing. */
export type Draft<T> = { read: () => Partial<T>; write: (value: Partial<T>) => void; clear: () => void };

/** A draft under a name. Storage that is full or forbidden only means that nothing is kept. */
export function draft<T extends object>(name: string): Draft<T> {
  const key = `draft:${name}`;
  return {
    read: () => attempt(() => parsed<T>(window.sessionStorage.getItem(key))) ?? {},
    write: (value) => void attempt(() => window.sessionStorage.setItem(key, JSON.stringify(value))),
    clear: () => void attempt(() => window.sessionStorage.removeItem(key)),
  };
}

/** Forgets every draft, as when somebody leaves. */
export function clearDrafts(): void {
  attempt(() => {
    const keys = Object.keys(window.sessionStorage).filter((key) => key.startsWith("draft:"));
    for (const key of keys) window.sessionStorage.removeItem(key);
  });
}

function parsed<T>(text: string | null): Partial<T> {
  const value: unknown = text === null ? null : JSON.parse(text);
  return typeof value === "object" && value !== null ? (value as Partial<T>) : {};
}

function attempt<R>(work: () => R): R | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
