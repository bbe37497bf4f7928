import type { toast as sonner } from "sonner";
import { Listeners } from "./events";

type Library = typeof sonner;

/** Null until `components/Toaster` has loaded the library. Toasts wait for it. */
let library: Library | null = null;
let waiting: ((library: Library) => void)[] = [];
const listeners = new Listeners();

/** The id of the element that contains the toasts. */
export const TOASTS_ID = "toasts";

/** Shows a short sentence: an error for 4 s, a success for 2 s. */
export const toast = {
  /** A toast replaces an earlier one with the same `id`. So the same sentence is shown once. */
  error: (text: string, id = text) => show((library) => library.error(text, { duration: 4000, id })),
  /** News: 4 s, without an icon. */
  info: (text: string) => show((library) => library(text, { duration: 4000 })),
  success: (text: string) => show((library) => library.success(text, { duration: 2000, id: text })),
  /** Removes all toasts, such as the errors of an earlier try. */
  dismiss: () => {
    waiting = [];
    library?.dismiss();
  },
};

/** The toasts waiting for the library, live. */
export const waitingToasts = {
  count: () => waiting.length,
  onChange: listeners.add,
};

/** Shows the waiting and all later toasts with the library. Returns how to stop. */
export function showToastsWith(loaded: Library): () => void {
  library = loaded;
  for (const act of waiting.splice(0)) act(loaded);
  return () => void (library = null);
}

function show(act: (library: Library) => void) {
  if (library !== null) return act(library);
  waiting.push(act);
  listeners.call();
}
