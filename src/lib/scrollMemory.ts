/** Where each history entry was scrolled to, in pixels, by its key. A reload forgets it. */
const positions = new Map<string, number>();
/** Milliseconds to wait for a screen that loads its content late. */
const MAX_WAIT = 5_000;
const ownScroll = ["wheel", "touchstart", "pointerdown", "keydown"];

/** Remembers how far the page of a history entry is scrolled. Returns how to stop. */
export function rememberScroll(key: string): () => void {
  const remember = () => positions.set(key, window.scrollY);
  window.addEventListener("scroll", remember, { passive: true });
  return () => window.removeEventListener("scroll", remember);
}

/** Scrolls to where a history entry was, as soon as the page is tall enough, unless the person scrolls first. Returns how to stop. */
export function restoreScroll(key: string): () => void {
  const position = positions.get(key) ?? 0;
  const observer = new ResizeObserver(scroll);
  const timer = window.setTimeout(stop, MAX_WAIT);
  for (const event of ownScroll) window.addEventListener(event, stop, { passive: true });
  observer.observe(document.body);
  scroll();
  return stop;

  function scroll() {
    window.scrollTo(0, position);
    if (window.scrollY >= Math.floor(position)) stop();
  }

  function stop() {
    observer.disconnect();
    window.clearTimeout(timer);
    for (const event of ownScroll) window.removeEventListener(event, stop);
  }
}
