import { Listeners } from "./events";

/** `number`: new for each time that a toast is shown. */
export type Toast = { kind: "error" | "info" | "success"; text: string; id: string; number: number };

/** Limits how many toasts are on the page at once. The oldest makes room. */
const MAX_TOASTS = 20;

/** Newest first. Those that come while no screen can show them wait here. */
let toasts: readonly Toast[] = [];
let lastNumber = 0;
const listeners = new Listeners();

/** The id of the element that contains the toasts. */
export const TOASTS_ID = "toasts";

/** Shows a short sentence for a few seconds: see `components/Toasts`. */
export const toast = {
  /** A toast replaces an earlier one with the same `id`. So the same sentence is shown once. */
  error: (text: string, id = text) => show("error", text, id),
  /** News, without an icon. */
  info: (text: string) => show("info", text),
  success: (text: string) => show("success", text),
  /** Removes all toasts, such as the errors of an earlier try. */
  dismiss: () => change([]),
};

/** The toasts to show, live. */
export const currentToasts = {
  list: () => toasts,
  onChange: listeners.add,
  remove: (shown: Toast) => change(toasts.filter((other) => other !== shown)),
};

function show(kind: Toast["kind"], text: string, id = text) {
  lastNumber += 1;
  const others = toasts.filter((other) => other.id !== id);
  change([{ kind, text, id, number: lastNumber }, ...others].slice(0, MAX_TOASTS));
}

function change(next: readonly Toast[]) {
  toasts = next;
  listeners.call();
}
