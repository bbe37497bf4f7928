/** A place in a list where the focus was: the entry and its list. */
export type FocusPlace = { list: Element; at: number };

/** Where in a list something is; null outside of lists. */
export function focusPlaceOf(element: Element | null): FocusPlace | null {
  const entry = element?.closest("li");
  const list = entry?.parentElement;
  return entry && list ? { list, at: [...list.children].indexOf(entry) } : null;
}

/** True if nothing has the focus, as after the focused element was removed. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Puts the focus on the entry that took the place of one that is gone, or on the one before it; with none left on the heading. */
export function focusPlace({ list, at }: FocusPlace): void {
  const entries = list.isConnected ? [...list.children] : [];
  const entry = entries[Math.min(at, entries.length - 1)];
  const control = entry?.querySelector<HTMLElement>("a[href], button:not(:disabled), [tabindex='0']");
  if (control) control.focus();
  else focusHeading();
}

/** Puts the focus on the screen's title, where a screen reader starts to read. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>("h1");
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
