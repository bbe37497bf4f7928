import { useEffect, useEffectEvent } from "react";

/** Left and right decide on the top card, Backspace and U undo, unless the focused element uses these keys itself. */
export function useArrowKeys(decide: (liked: boolean) => void, undo: () => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target instanceof Element && event.target.closest(USES_ARROWS) !== null) return;
    if (event.key === "ArrowRight") decide(true);
    if (event.key === "ArrowLeft") decide(false);
    if (event.key === "Backspace" || event.key.toLowerCase() === "u") undo();
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
}

const USES_ARROWS = "[role=dialog], [role=tab], input, textarea, select";
