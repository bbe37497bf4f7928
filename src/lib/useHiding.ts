import { useRef, useState } from "react";

/**
 * Hides entries of a list while the deployment processes an act on them, so that a slow line does not show them as open. `hideWhile` hides
 * an entry while `act` runs, and ignores an entry that is already hidden. `act` must not reject.
 */
export function useHiding<Id>() {
  const [hidden, setHidden] = useState<ReadonlySet<Id>>(new Set());
  // A second press may come before the next render.
  const latest = useRef(hidden);
  const change = (ids: Iterable<Id>) => {
    latest.current = new Set(ids);
    setHidden(latest.current);
  };
  return {
    hidden,
    hideWhile: async (id: Id, act: () => Promise<unknown>): Promise<void> => {
      if (latest.current.has(id)) return;
      change([...latest.current, id]);
      await act();
      change([...latest.current].filter((other) => other !== id));
    },
  };
}
