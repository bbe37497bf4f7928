import { useEffect, useEffectEvent } from "react";

/** The space bar and the arrow up show the next photo, unless the focus is in something that uses these keys itself. */
export function useNextPhotoKeys(isOn: boolean, showNext: () => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const uses = event.key === "ArrowUp" ? USES_ARROWS : event.key === " " ? USES_SPACE : null;
    if (uses === null || (event.target instanceof Element && event.target.closest(uses) !== null)) return;
    // Both keys would scroll the page.
    event.preventDefault();
    if (!event.repeat) showNext();
  });

  useEffect(() => {
    if (!isOn) return;
    const listener = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, [isOn]);
}

const USES_ARROWS = "[role=dialog], [role=tab], input, textarea, select";
const USES_SPACE = `${USES_ARROWS}, button, a, summary`;
