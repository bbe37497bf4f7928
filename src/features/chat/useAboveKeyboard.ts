import { type CSSProperties, useSyncExternalStore } from "react";

/** The part of the page above a phone's keyboard. Some browsers move the page under it instead of shrinking it. */
export function useAboveKeyboard(): CSSProperties {
  const edges = useSyncExternalStore(onViewport, edgesNow);
  const [above, below] = edges.split(" ");
  return { ["--above" as string]: `${above}px`, ["--below" as string]: `${below}px` };
}

/** As text, which is the same as long as the numbers are. */
function edgesNow(): string {
  const { visualViewport: visible } = window;
  // A person who has zoomed in is viewing a part by choice.
  if (visible === null || visible.scale > 1.01) return "0 0";
  const above = Math.round(visible.offsetTop);
  return `${above} ${Math.max(0, Math.round(window.innerHeight - visible.height) - above)}`;
}

function onViewport(changed: () => void): () => void {
  const { visualViewport: visible } = window;
  visible?.addEventListener("resize", changed);
  visible?.addEventListener("scroll", changed);
  return () => {
    visible?.removeEventListener("resize", changed);
    visible?.removeEventListener("scroll", changed);
  };
}
