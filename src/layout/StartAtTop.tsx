import { useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";
import { focusNextHeading } from "../lib/focusHeading";
import { reloadIfOutdated } from "../lib/pwa";
import { rememberScroll, restoreScroll } from "../lib/scrollMemory";

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
