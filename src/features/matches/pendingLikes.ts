import { useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useBackgroundMutation, useMutation } from "../../lib/acts";
import { toastResult } from "../../lib/toastResult";
import { useIsVisible } from "../../lib/visibility";
import { useOutbox } from "../swipes/SwipeOutbox";
import type { Like } from "./useMatches";
import { words } from "./words";

export type Respond = (profileId: Like["_id"], accepted: boolean) => void;

/**
 * Returns the likes that still wait for a response, and how to respond. A like leaves the list at once, so that it does not look open on a
 * slow connection. It returns with an error message if the response is refused.
 */
export function useRespond(likes: readonly Like[] | undefined) {
  const { lastDeal } = useOutbox();
  const mutation = useMutation(api.matches.respond);
  const [responded, setResponded] = useState<ReadonlySet<Like["_id"]>>(new Set());
  // A second press may come before the next render.
  const [sending] = useState(() => new Set<Like["_id"]>());

  const respond: Respond = (profileId, accepted) => {
    if (sending.has(profileId)) return;
    lastDeal.remove(profileId);
    const done = accepted ? words.accepted : words.rejected;
    const messages = {
      success: ({ match }: { match: boolean }) => (match ? words.itsAMatch : done),
      failure: words.failedRespond,
    };
    sending.add(profileId);
    setResponded(new Set(sending));
    void toastResult(() => mutation({ profileId, accepted }), messages).then(() => {
      sending.delete(profileId);
      setResponded(new Set(sending));
    });
  };
  return { waiting: likes?.filter(({ _id }) => !responded.has(_id)), respond };
}

/**
 * Returns the likes in the order in which this list first showed them. A like that arrives later comes last. Inserted above, it would move
 * the others, and a tap meant for one person would accept another.
 */
export function useSteadyOrder(likes: readonly Like[] | undefined): readonly Like[] | undefined {
  const [places, setPlaces] = useState<ReadonlyMap<Like["_id"], number>>(new Map());
  const arrived = (likes ?? []).filter(({ _id }) => !places.has(_id));
  if (arrived.length > 0) {
    setPlaces(new Map([...places, ...arrived.map(({ _id }, at) => [_id, places.size + at] as const)]));
  }
  const placeOf = ({ _id }: Like) => places.get(_id) ?? Infinity;
  return likes?.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Marks pending likes as seen while the person views them. Sent even without a like, so the call reveals nothing. */
export function useMarkLikesSeen(likes: readonly Like[] | undefined): void {
  const send = useBackgroundMutation(api.matches.markLikesSeen);
  const isVisible = useIsVisible();
  const shown = isVisible ? likes?.map(({ _id }) => _id).join(" ") : undefined;
  useEffect(() => {
    if (shown !== undefined) void send({}).catch(() => undefined);
  }, [shown, send]);
}
