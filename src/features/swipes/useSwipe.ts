import { useMutation } from "convex/react";
import { toast } from "sonner";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { messageOf } from "../../lib/errors";
import { words } from "./words";

/**
 * One decision about one person. What is left today counts down at once; the answer is whether the decision stands.
 * A match needs no word here: it comes to both people by the same live list.
 */
export function useSwipe() {
  const swipe = useMutation(api.swipes.swipe).withOptimisticUpdate((store) => {
    const me = store.getQuery(api.profiles.me, {});
    if (me === undefined || me.isPremium) return;
    store.setQuery(api.profiles.me, {}, { ...me, swipesRemaining: Math.max(0, me.swipesRemaining - 1) });
  });

  return async (profileId: Id<"users">, liked: boolean): Promise<boolean> => {
    try {
      await swipe({ profileId, liked });
      return true;
    } catch (error) {
      toast.error(messageOf(error, words.failedSwipe));
      return false;
    }
  };
}
