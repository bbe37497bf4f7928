import { useEffect, useRef } from "react";

/** Left and right decide about the card on top, wherever the focus is, unless it is somewhere that uses these keys. */
export function useArrowKeys(decide: (liked: boolean) => void) {
  const latest = useRef(decide);
  useEffect(() => {
    latest.current = decide;
  });
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.defaultPrevented || event.repeat || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.target instanceof Element && event.target.closest(ELSEWHERE) !== null) return;
      if (event.key === "ArrowRight") latest.current(true);
      if (event.key === "ArrowLeft") latest.current(false);
    }
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}

const ELSEWHERE = "[role=dialog], [role=tab], input, textarea, select";
