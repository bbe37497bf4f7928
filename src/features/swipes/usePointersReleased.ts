import { useEffect, useRef } from "react";

/** Returns a function that resolves once no finger or mouse button is pressed on the page. */
export function usePointersReleased(): () => Promise<void> {
  const pressed = useRef(new Set<number>());
  const resolvers = useRef<(() => void)[]>([]);
  useEffect(() => {
    const press = ({ pointerId }: PointerEvent) => pressed.current.add(pointerId);
    // Runs after the elements' handlers, so a released card is already decided.
    const release = ({ pointerId }: PointerEvent) => {
      pressed.current.delete(pointerId);
      if (pressed.current.size === 0) for (const resolve of resolvers.current.splice(0)) resolve();
    };
    window.addEventListener("pointerdown", press);
    window.addEventListener("pointerup", release);
    window.addEventListener("pointercancel", release);
    return () => {
      window.removeEventListener("pointerdown", press);
      window.removeEventListener("pointerup", release);
      window.removeEventListener("pointercancel", release);
    };
  }, []);
  return () =>
    pressed.current.size === 0 ? Promise.resolve() : new Promise((resolve) => resolvers.current.push(resolve));
}
