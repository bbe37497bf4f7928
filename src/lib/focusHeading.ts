/** True if nothing has the focus, as after the focused element was removed. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Focuses the screen's title, where a screen reader starts to read. Returns the title, or null if there is none. */
export function focusHeading(): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>("h1");
  if (heading === null) return null;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return heading;
}

/**
 * If the focus is lost, focuses the title of the next screen, once that screen has loaded. Follows a title that is replaced, as a skeleton's
 * is. Returns a function that stops waiting.
 */
export function focusNextHeading(): () => void {
  let heading: HTMLElement | null = null;
  const observer = new MutationObserver(follow);
  observer.observe(document.body, { childList: true, subtree: true });
  follow();
  return () => observer.disconnect();

  function follow() {
    if (isFocusLost() && heading?.isConnected !== true) heading = focusHeading();
    else if (document.activeElement !== heading) observer.disconnect();
  }
}
