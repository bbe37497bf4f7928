import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { messageOf } from "../../lib/errors";
import { useCallWithTimeout } from "../../lib/useCallWithTimeout";
import { toast } from "../../lib/toast";
import { words } from "./words";

/** A version that waits, as a moderator sees it. */
export type Waiting = FunctionReturnType<typeof api.moderator.queue>[number];

/** Decides on a version. It leaves the queue at once and comes back if the decision was not taken. */
export function useDecide() {
  const callWithTimeout = useCallWithTimeout();
  const decide = useMutation(api.moderator.decide).withOptimisticUpdate((store, { id }) => {
    const queue = store.getQuery(api.moderator.queue, {});
    if (queue !== undefined)
      store.setQuery(
        api.moderator.queue,
        {},
        queue.filter((row) => row._id !== id),
      );
  });
  return async (id: Waiting["_id"], approved: boolean, reason: string): Promise<void> => {
    try {
      await callWithTimeout(() => decide(reason.trim() === "" ? { id, approved } : { id, approved, reason }));
    } catch (error) {
      toast.error(messageOf(error, words.decideFailed));
    }
  };
}
