/** True if nothing has the focus, as after the focused element was removed. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Focuses the screen's title, where a screen reader starts to read. Returns whether there is one. */
export function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>("h1");
  if (heading === null) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}

/** If the focus is lost, focuses the title of the next screen, once that screen has loaded. Returns a function that stops waiting. */
export function focusNextHeading(): () => void {
  const observer = new MutationObserver(() => {
    if (!isFocusLost() || focusHeading()) observer.disconnect();
  });
  if (isFocusLost() && !focusHeading()) observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}
