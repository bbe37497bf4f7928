import { useRef, useState } from "react";
import { Unanswered, useCallWithTimeout } from "../lib/acts";
import { ownSignOut } from "./ownSignOut";
import { useSession } from "./useSession";

/** Ends the session by an action that does so at the deployment: see `Attendee.signOutBy`. `isOwnDoing` while it runs. */
export function useSignOutBy() {
  const callWithTimeout = useCallWithTimeout();
  const { forget } = useSession();
  const [isOwnDoing, setOwnDoing] = useState(false);
  const unanswered = useRef<Promise<unknown>>(null);

  // The answer comes when the connection is back. Until then the session may end by the person's own doing.
  const awaitAnswer = (answer: Promise<unknown>) => {
    unanswered.current = answer;
    const settled = () => (unanswered.current = null);
    answer.then(settled, () => {
      settled();
      ownSignOut.forget();
    });
  };
  const signOutBy = async (action: () => Promise<unknown>) => {
    const { current: sent } = unanswered;
    setOwnDoing(true);
    ownSignOut.note();
    try {
      // Never sends twice: the second call would find the session over and report it as expired.
      await (sent === null ? action() : callWithTimeout(() => sent));
      forget();
    } catch (error) {
      if (error instanceof Unanswered) awaitAnswer(error.answer);
      else if (unanswered.current === null) ownSignOut.forget();
      throw error;
    } finally {
      setOwnDoing(false);
    }
  };
  return { isOwnDoing, signOutBy };
}
