import { useSyncExternalStore } from "react";

/** True where there is room for two columns, as Tailwind's `md:` says. Live. */
export function useIsWide(): boolean {
  return useSyncExternalStore(onChange, () => wide().matches);
}

const wide = () => window.matchMedia("(min-width: 48rem)");

function onChange(listener: () => void): () => void {
  const query = wide();
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}
