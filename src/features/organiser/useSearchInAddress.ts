import { useState } from "react";
import { useSearchParams } from "react-router-dom";

/** A list's search and its filters of these names, kept in the address, so the list is unchanged when the organiser returns. */
export function useSearchInAddress(names: readonly string[]) {
  const [params, setParams] = useSearchParams();
  // Apart from the address, which follows a moment later: else fast fingers would lose letters.
  const [search, setSearch] = useState(() => params.get("q") ?? "");
  const filters = Object.fromEntries([...params].filter(([name, value]) => names.includes(name) && value !== ""));
  return {
    search,
    filters,
    set: (name: string, value: string) => {
      if (name === "q") setSearch(value);
      setParams(
        (now) => {
          const { [name]: _, ...others } = Object.fromEntries(now);
          return value === "" ? others : { ...others, [name]: value };
        },
        { replace: true },
      );
    },
    /** Forgets the search and all filters, but for `kept`. */
    clear: (kept: Record<string, string> = {}) => {
      setSearch("");
      setParams(kept, { replace: true });
    },
  };
}
