import { ConvexAuthProvider, useAuthActions } from "@convex-dev/auth/react";
import { useConvexAuth, useQuery_experimental as useAnswer } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from "react";
import { toast } from "./toast";
import { api } from "../../convex/_generated/api";
import { newClient } from "./client";
import { clearDrafts } from "./draft";
import { isRefusal } from "./errors";
import { leaving } from "./leaving";
import { Unanswered, useReach } from "./reach";
import { standingOf, type Standing } from "./standing";
import { hasStoredSession, sessionStore } from "./storedSession";

/** The signed-in person, as only they see themselves. */
export type CurrentUser = FunctionReturnType<typeof api.profiles.me>;

type Attendee = {
  standing: Standing;
  me: CurrentUser | null;
  /** Ends the session here and at the deployment, and forgets what was typed. Throws when the deployment cannot be told. */
  leave: () => Promise<void>;
  /** Does something that ends the session by itself, then leaves. When it is refused the person stays. */
  leaveBy: (act: () => Promise<unknown>) => Promise<void>;
};

const AttendeeContext = createContext<Attendee | null>(null);
const client = newClient();

/** Everything below speaks with the deployment as the attendee of this browser. */
export function AttendeeProvider({ children }: { children: ReactNode }) {
  return (
    <ConvexAuthProvider client={client} storage={sessionStore} storageNamespace="attendee" shouldHandleCode={false}>
      <StandingProvider>{children}</StandingProvider>
    </ConvexAuthProvider>
  );
}

/** Who is here and where they stand; also for screens that visitors see. */
export function useAttendee(): Attendee {
  const attendee = useContext(AttendeeContext);
  if (attendee === null) throw new Error("useAttendee needs an AttendeeProvider above");
  return attendee;
}

/** The signed-in person, live. Only for screens behind a door that lets nobody else in. */
export function useMe(): CurrentUser {
  const { me } = useAttendee();
  if (me === null) throw new Error("useMe needs a door above that lets only signed-in people in");
  return me;
}

function StandingProvider({ children }: { children: ReactNode }) {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const answer = useAnswer({ query: api.profiles.me, args: isAuthenticated ? {} : "skip" });
  const { isLeaving, leave } = useLeave();
  const { isOwnDoing, leaveBy } = useLeaveBy(leave);
  const me = isAuthenticated && answer.status === "success" ? answer.data : null;
  const standing = standingOf(
    { isLoading, isAuthenticated, isLeaving },
    answer.status === "error"
      ? { status: "error", isEnded: isRefusal(answer.error, "UNAUTHENTICATED") }
      : answer.status === "success"
        ? { ...answer.data, status: "success" }
        : answer,
  );

  useEndedSession(standing, isOwnDoing);
  return <AttendeeContext.Provider value={{ standing, me, leave, leaveBy }}>{children}</AttendeeContext.Provider>;
}

function useLeave() {
  const within = useReach();
  const { signOut } = useAuthActions();
  const [isLeaving, setLeaving] = useState(false);

  const leave = async () => {
    leaving.note();
    try {
      await within(async () => {
        setLeaving(true);
        await signOut();
      });
      clearDrafts();
    } catch (error) {
      // A sign-out without an answer is still carried out here once the connection is back: that is no expired session.
      if (!(error instanceof Unanswered)) leaving.forget();
      throw error;
    } finally {
      setLeaving(false);
    }
  };
  return { isLeaving, leave };
}

function useLeaveBy(leave: () => Promise<void>) {
  const within = useReach();
  const [isOwnDoing, setOwnDoing] = useState(false);
  const unanswered = useRef<Promise<unknown>>(null);

  // The answer comes when the connection is back. Until then the session may end by the person's own doing.
  const awaitAnswer = (answer: Promise<unknown>) => {
    unanswered.current = answer;
    const settled = () => (unanswered.current = null);
    answer.then(settled, () => {
      settled();
      leaving.forget();
    });
  };
  const leaveBy = async (act: () => Promise<unknown>) => {
    const { current: sent } = unanswered;
    setOwnDoing(true);
    leaving.note();
    try {
      // What was sent is not sent twice: the second would find the session over, and be told that it expired.
      await (sent === null ? act() : within(() => sent));
      // The session is over already; that the deployment cannot be told so changes nothing.
      await leave().catch(leaving.note);
      clearDrafts();
    } catch (error) {
      if (error instanceof Unanswered) awaitAnswer(error.answer);
      else if (unanswered.current === null) leaving.forget();
      throw error;
    } finally {
      setOwnDoing(false);
    }
  };
  return { isOwnDoing, leaveBy };
}

/** A session that ends without the person's own doing, in whichever tab, is cleared and said once. */
function useEndedSession(standing: Standing, isOwnDoing: boolean) {
  const { signOut } = useAuthActions();
  const hadSession = useRef(hasStoredSession("attendee"));
  const wasIn = useRef(false);

  useEffect(() => {
    if (standing === "leaving") hadSession.current = false;
    if (isOwnDoing) return;
    if (standing === "checking" || standing === "leaving" || standing === "unknown") return;
    const isOut = standing === "ended" || standing === "signedOut";
    if (standing === "ended" || (standing === "signedOut" && hadSession.current)) {
      // What is typed stays for the same person after an expired session, and for nobody once they have left.
      if (leaving.isNoted()) clearDrafts();
      else toast.error("Session expired. Please login again.");
      if (standing === "ended") void signOut();
    }
    if (!isOut && !wasIn.current) leaving.forget();
    wasIn.current = hadSession.current = !isOut;
  }, [standing, signOut, isOwnDoing]);
}
