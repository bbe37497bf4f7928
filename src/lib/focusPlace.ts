import { focusHeading } from "./focusHeading";

/** A place in a list where the focus was: the entry and its list. */
export type FocusPlace = { list: Element; at: number };

/** Returns an element's place in its list. Null outside of lists. */
export function focusPlaceOf(element: Element | null): FocusPlace | null {
  const entry = element?.closest("li");
  const list = entry?.parentElement;
  return entry && list ? { list, at: [...list.children].indexOf(entry) } : null;
}

/** Focuses the entry that now has a place. If there is none, focuses the entry before it, or the heading of an empty list. */
export function focusPlace({ list, at }: FocusPlace): void {
  const entries = list.isConnected ? [...list.children] : [];
  const entry = entries[Math.min(at, entries.length - 1)];
  const control = entry?.querySelector<HTMLElement>("a[href], button:not(:disabled), [tabindex='0']");
  if (control) control.focus();
  else focusHeading();
}
