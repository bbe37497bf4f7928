import { useEffect, useRef } from "react";
import { toast } from "../../lib/toast";
import type { DeckEvent } from "./deckState";
import { words } from "./words";

/**
 * Loads the next cards when this many are left, including the card being decided. The two behind it already have their photos. Loading
 * earlier would deal more cards twice, and each deal is a costly call.
 */
const REFILL_AT = 3;
/** Milliseconds from the last card to the next deal, so that its swipe has arrived. */
const REFETCH_DELAY = 1000;

type Options = {
  /** The number of cards, including the one being decided. */
  count: number;
  load: (isFresh?: boolean) => Promise<number | null>;
  dispatch: (event: DeckEvent) => void;
  /** The swipes left. Null with Gold: no limit. */
  left: number | null;
};

/** Loads the next cards when few are left (`refill`), or on request (`refresh`). Shows a message if there are none. */
export function useRefill({ count, load, dispatch, left }: Options) {
  const refetch = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(refetch.current), []);
  // Read after a load, during which the swipes may have run out.
  const leftRef = useRef(left);
  useEffect(() => {
    leftRef.current = left;
  });

  async function loadAndReport(isFresh = false) {
    const dealtCount = await load(isFresh);
    // Without swipes left, the screen says that instead.
    if (dealtCount === 0 && leftRef.current !== 0) toast.error(words.noneNow, words.noneNow);
  }

  return {
    refill: () => {
      // Nobody needs more cards than swipes.
      if (count > Math.min(REFILL_AT, left ?? REFILL_AT)) return;
      if (count !== 1) return void load();
      dispatch({ type: "loading" });
      refetch.current = window.setTimeout(() => void loadAndReport(), REFETCH_DELAY);
    },
    refresh: () => {
      dispatch({ type: "loading" });
      void loadAndReport(true);
    },
    /** Cancels the deal after the last card, because a card came back. */
    cancelRefill: () => window.clearTimeout(refetch.current),
  };
}
