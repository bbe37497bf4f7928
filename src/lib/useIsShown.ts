import { useEffect, useRef } from "react";

/** Returns a function that is true until the component is removed, for an act whose answer may come later. */
export function useIsShown(): () => boolean {
  const isShown = useRef(true);
  useEffect(() => () => void (isShown.current = false), []);
  return () => isShown.current;
}
