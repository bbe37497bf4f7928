import { useAuthActions } from "@convex-dev/auth/react";
import { useRef, useState } from "react";
import { clearDrafts } from "../lib/draft";
import { Unanswered, useCallWithTimeout } from "../lib/useCallWithTimeout";
import { ownSignOut } from "./ownSignOut";

/** Ends the attendee's session: see `Attendee.signOut`. */
export function useSignOut() {
  const callWithTimeout = useCallWithTimeout();
  const { signOut: endSession } = useAuthActions();
  const [isSigningOut, setSigningOut] = useState(false);

  const signOut = async () => {
    ownSignOut.note();
    try {
      await callWithTimeout(async () => {
        setSigningOut(true);
        await endSession();
      });
      clearDrafts();
    } catch (error) {
      // A sign-out without an answer is still carried out here once the connection is back: that is no expired session.
      if (!(error instanceof Unanswered)) ownSignOut.forget();
      throw error;
    } finally {
      setSigningOut(false);
    }
  };
  return { isSigningOut, signOut };
}

/** Signs out by an action that ends the session: see `Attendee.signOutBy`. `isOwnDoing` while it runs. */
export function useSignOutBy(signOut: () => Promise<void>) {
  const callWithTimeout = useCallWithTimeout();
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
      // What was sent is not sent twice: the second call would find the session over and be told that it expired.
      await (sent === null ? action() : callWithTimeout(() => sent));
      // The session is over already; that the deployment cannot be told so changes nothing.
      await signOut().catch(ownSignOut.note);
      clearDrafts();
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
