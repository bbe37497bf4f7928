import { useEffect } from "react";
import { api } from "../../../convex/_generated/api";
import { useTell } from "../../lib/acts";
import { useIsVisible } from "../../lib/visibility";
import type { Like } from "./LikeRow";

/**
 * Somebody looks at their pending likes: these are not new any more. Told also when there is none, so that nobody can find out
 * from it whether their like was there.
 */
export function useLookAtLikes(likes: readonly Like[] | undefined): void {
  const send = useTell(api.matches.markLikesSeen);
  const isVisible = useIsVisible();
  const shown = isVisible ? likes?.map(({ _id }) => _id).join(" ") : undefined;
  useEffect(() => {
    if (shown !== undefined) void send({}).catch(() => undefined);
  }, [shown, send]);
}
