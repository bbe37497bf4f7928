import { useState } from "react";
import { useSearchParams } from "react-router-dom";

/** A list's search and filters, kept in the address, so the list is unchanged when the organiser returns. */
export function useSearchInAddress() {
  const [params, setParams] = useSearchParams();
  // Apart from the address, which follows a moment later: else fast fingers would lose letters.
  const [search, setSearch] = useState(() => params.get("q") ?? "");
  const set = (name: string, value: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === "") next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const type = (text: string) => {
    setSearch(text);
    set("q", text);
  };
  /** Forgets all that was asked for, but for `kept`. */
  const clear = (kept: Record<string, string> = {}) => {
    setSearch("");
    setParams(kept, { replace: true });
  };
  return { params, search, set, type, clear };
}
