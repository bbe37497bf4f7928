import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { useMutation } from "../../lib/acts";
import { toastResult } from "../../lib/toastResult";
import { useHiding } from "../../lib/useHiding";
import { useOutbox } from "../swipes/SwipeOutbox";
import type { Like } from "./useMatches";
import { words } from "./words";

export type Respond = (profileId: Id<"users">, accepted: boolean) => void;

/**
 * Returns the likes that still wait for a response, and how to respond. A like leaves the list at once, and returns with an error message
 * if the response is refused.
 */
export function useRespond(likes: readonly Like[] | undefined) {
  const { lastDeal } = useOutbox();
  const mutation = useMutation(api.matches.respond);
  const { hidden, hideWhile } = useHiding<Id<"users">>();

  const respond: Respond = (profileId, accepted) => {
    lastDeal.remove(profileId);
    const done = accepted ? words.accepted : words.rejected;
    const messages = {
      success: ({ match }: { match: boolean }) => (match ? words.itsAMatch : done),
      failure: words.failedRespond,
    };
    void hideWhile(profileId, () => toastResult(() => mutation({ profileId, accepted }), messages));
  };
  return { waiting: likes?.filter(({ _id }) => !hidden.has(_id)), respond };
}
