import type { toast as sonner } from "sonner";

type Library = typeof sonner;

/** Null until the library is on the page: see `components/Toaster`. Toasts wait for it. */
let library: Library | null = null;
let waiting: ((library: Library) => void)[] = [];
const listeners = new Set<() => void>();

/** Short sentences about what just happened: an error stays 4 s, a success 2 s. */
export const toast = {
  /** A toast with the same `id` replaces the one before. The same sentence, from wherever it comes, is shown once. */
  error: (text: string, id = text) => show((library) => library.error(text, { duration: 4000, id })),
  /** News in passing: 4 s, with no icon. */
  info: (text: string) => show((library) => library(text, { duration: 4000 })),
  success: (text: string) => show((library) => library.success(text, { duration: 2000, id: text })),
  /** Removes all toasts, such as the errors of an earlier try. */
  dismiss: () => {
    waiting = [];
    library?.dismiss();
  },
};

/** The toasts that wait for the library, live. */
export const waitingToasts = {
  count: () => waiting.length,
  onChange: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** Shows the toasts that wait and those to come, until the returned function is called. */
export function showToastsWith(loaded: Library): () => void {
  library = loaded;
  for (const act of waiting.splice(0)) act(loaded);
  return () => void (library = null);
}

function show(act: (library: Library) => void) {
  if (library !== null) return act(library);
  waiting.push(act);
  for (const listener of listeners) listener();
}
