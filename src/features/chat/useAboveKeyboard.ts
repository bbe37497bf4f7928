import { type CSSProperties, useSyncExternalStore } from "react";

/** The edges of what a phone's keyboard leaves of the page. Some browsers move the page under it instead of making it smaller. */
export function useAboveKeyboard(): CSSProperties {
  const edges = useSyncExternalStore(onViewport, edgesNow);
  const [above, below] = edges.split(" ");
  return { ["--above" as string]: `${above}px`, ["--below" as string]: `${below}px` };
}

/** As text, which is the same as long as the numbers are. */
function edgesNow(): string {
  const { visualViewport: visible } = window;
  // Whoever has zoomed in looks at a part by choice.
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
