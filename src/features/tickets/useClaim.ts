import { api } from "../../../convex/_generated/api";
import { useMutation } from "../../lib/acts";
import { toast } from "../../lib/toast";
import { toastResult } from "../../lib/toastResult";
import { words } from "./words";

/** Claims the ticket of a code. Returns the message about an unusable code, or null if the field needs none. */
export function useClaim() {
  const claim = useMutation(api.tickets.claim);
  return async (code: string): Promise<string | null> => {
    if (code.trim() === "") return words.missing;
    let said: string | null = null;
    await toastResult(
      async () => {
        const came = await claim({ code });
        if (came.kind === "claimed") toast.success(words.added);
        else said = came.kind === "wait" ? words.wait(Math.ceil(came.retryAfter / 60_000)) : words[came.kind];
      },
      { failure: words.failed },
    );
    return said;
  };
}
