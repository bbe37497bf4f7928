import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { messageOf } from "../../lib/errors";
import { toast } from "../../lib/toast";
import { words } from "./words";

/** The answer to somebody's like. They leave the list at once, and are back with the reason when it is refused. */
export function useRespond() {
  const respond = useMutation(api.matches.respond).withOptimisticUpdate((store, { profileId }) => {
    const likes = store.getQuery(api.matches.pendingLikes, {});
    if (likes === undefined) return;
    store.setQuery(
      api.matches.pendingLikes,
      {},
      likes.filter(({ _id }) => _id !== profileId),
    );
  });
  return async (profileId: Id<"users">, accepted: boolean) => {
    try {
      const answer = await respond({ profileId, accepted });
      const done = accepted ? words.accepted : words.rejected;
      toast.success(answer.match ? words.itsAMatch : done);
    } catch (error) {
      toast.error(messageOf(error, words.failedRespond));
    }
  };
}
