import { focusHeading } from "./focusHeading";

/** A place in a list where the focus was: the entry and its list. */
export type FocusPlace = { list: Element; at: number };

/** Where in a list something is; null outside of lists. */
export function focusPlaceOf(element: Element | null): FocusPlace | null {
  const entry = element?.closest("li");
  const list = entry?.parentElement;
  return entry && list ? { list, at: [...list.children].indexOf(entry) } : null;
}

/** Puts the focus on the entry that took the place of one that is gone, or on the one before it; with none left on the heading. */
export function focusPlace({ list, at }: FocusPlace): void {
  const entries = list.isConnected ? [...list.children] : [];
  const entry = entries[Math.min(at, entries.length - 1)];
  const control = entry?.querySelector<HTMLElement>("a[href], button:not(:disabled), [tabindex='0']");
  if (control) control.focus();
  else focusHeading();
}
