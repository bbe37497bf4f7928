import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { useMutation } from "../../lib/acts";
import { toastResult } from "../../lib/toastResult";
import { useOutbox } from "../swipes/SwipeOutbox";
import { type Like, olderLikes } from "./useMatches";
import { words } from "./words";

/** Responds to a like. The like leaves the list at once, and returns with an error message if the response is refused. */
export function useRespond() {
  const { lastDeal } = useOutbox();
  const respond = useMutation(api.matches.respond, (store, { profileId }) => {
    const withoutPerson = (likes: Like[]) => likes.filter(({ _id }) => _id !== profileId);
    const older = store.getQuery(api.matches.pendingLikes, olderLikes);
    if (older) store.setQuery(api.matches.pendingLikes, olderLikes, withoutPerson(older));
    for (const { args, value } of store.getAllQueries(api.matches.news)) {
      if (value?.likes) store.setQuery(api.matches.news, args, { ...value, likes: withoutPerson(value.likes) });
    }
  });
  return async (profileId: Id<"users">, accepted: boolean): Promise<void> => {
    lastDeal.remove(profileId);
    const done = accepted ? words.accepted : words.rejected;
    await toastResult(() => respond({ profileId, accepted }), {
      success: ({ match }) => (match ? words.itsAMatch : done),
      failure: words.failedRespond,
    });
  };
}
