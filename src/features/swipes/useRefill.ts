import { useEffect, useRef } from "react";
import { toast } from "../../lib/toast";
import type { DeckEvent } from "./deckState";
import { words } from "./words";

/**
 * With so few cards left, the decided one among them, the next ones are loaded: two are ahead, whose photos are there. Each time more
 * would be dealt twice, and a deck is a call that costs.
 */
export const REFILL_AT = 3;
/** After the last card: long enough for its swipe to arrive, short enough to wait for. */
const REFETCH_DELAY = 1000;

type Options = {
  /** The cards before the one that was decided on leaves. */
  count: number;
  load: (isFresh?: boolean) => Promise<number | null>;
  dispatch: (event: DeckEvent) => void;
  /** No swipes are left. */
  isOut: boolean;
};

/** Loads the next cards when few are left (`refill`), or when the person asks (`refresh`), and then says when there is nobody. */
export function useRefill({ count, load, dispatch, isOut }: Options) {
  const refetch = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(refetch.current), []);
  // Read after a load, when the person may have run out of swipes meanwhile.
  const isOutNow = useRef(isOut);
  useEffect(() => {
    isOutNow.current = isOut;
  });

  async function loadAndReport(isFresh = false) {
    const found = await load(isFresh);
    // A person without swipes left gets that message instead.
    if (found === 0 && !isOutNow.current) toast.error(words.noneNow, words.noneNow);
  }

  return {
    refill: () => {
      if (count > REFILL_AT) return;
      if (count !== 1) return void load();
      dispatch({ type: "loading" });
      refetch.current = window.setTimeout(() => void loadAndReport(), REFETCH_DELAY);
    },
    refresh: () => {
      dispatch({ type: "loading" });
      void loadAndReport(true);
    },
    /** A card came back: nothing has to be loaded after the last one. */
    cancelRefill: () => window.clearTimeout(refetch.current),
  };
}
