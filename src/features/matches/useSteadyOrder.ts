import { useState } from "react";
import type { Like } from "./useMatches";

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
