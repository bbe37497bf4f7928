import { useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";
import { listen } from "../lib/events";
import { focusNextHeading } from "../lib/focusHeading";
import { reloadIfOutdated } from "../lib/pwa";

/**
 * Scrolls a new screen to its top, and one that Back leads to to where it was. Focuses the title if the focused control is gone. The first
 * screen keeps the browser's scroll position, because people may read it before its script arrives.
 */
export function StartAtTop() {
  const { pathname, key } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop;
  const shown = useRef(pathname);
  // Before the browser scrolls a shorter screen, which would count for the previous one.
  useLayoutEffect(() => rememberScroll(key), [key]);
  const scroll = useEffectEvent(() => {
    if (isReturn) return restoreScroll(key);
    window.scrollTo(0, 0);
    return undefined;
  });
  useEffect(() => {
    reloadIfOutdated();
    if (shown.current === pathname) return;
    shown.current = pathname;
    const stopScroll = scroll();
    const stopFocus = focusNextHeading();
    return () => {
      stopScroll?.();
      stopFocus();
    };
  }, [pathname]);
  return null;
}

/** Where each history entry was scrolled to, in pixels, by its key. A reload forgets it. */
const positions = new Map<string, number>();
/** Milliseconds to wait for a screen that loads its content late. */
const MAX_WAIT = 5_000;
const ownScroll = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/** Remembers how far the page of a history entry is scrolled. Returns how to stop. */
function rememberScroll(key: string): () => void {
  return listen(window, "scroll", () => positions.set(key, window.scrollY), { passive: true });
}

/** Scrolls to where a history entry was, as soon as the page is tall enough, unless the person scrolls first. Returns how to stop. */
function restoreScroll(key: string): () => void {
  const position = positions.get(key) ?? 0;
  const observer = new ResizeObserver(scroll);
  const timer = window.setTimeout(stop, MAX_WAIT);
  const stopListening = listen(window, ownScroll, stop, { passive: true });
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
    stopListening();
  }
}
