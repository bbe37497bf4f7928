import { useEffect } from "react";
import { api } from "../../../convex/_generated/api";
import { useBackgroundMutation } from "../../lib/acts";
import { useIsVisible } from "../../lib/visibility";
import type { Like } from "./useMatches";

/** Marks pending likes as seen while the person views them. Sent even without a like, so the call reveals nothing. */
export function useMarkLikesSeen(likes: readonly Like[] | undefined): void {
  const send = useBackgroundMutation(api.matches.markLikesSeen);
  const isVisible = useIsVisible();
  const shown = isVisible ? likes?.map(({ _id }) => _id).join(" ") : undefined;
  useEffect(() => {
    if (shown !== undefined) void send({}).catch(() => undefined);
  }, [shown, send]);
}
