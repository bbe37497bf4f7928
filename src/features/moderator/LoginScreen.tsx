import { useConvexAuth, useQuery_experimental as useQueryResult } from "convex/react";
import { Navigate, useLocation } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { Button } from "../../components/Button";
import { CodeField } from "../../components/CodeField";
import { ScreenSkeleton } from "../../components/ScreenSkeleton";
import { SignInFields } from "../../components/SignInFields";
import { StaffCard } from "../../components/StaffCard";
import { homes } from "../../session/useStaff";
import { useModeratorSignIn } from "./useModeratorSignIn";
import { words } from "./words";

/** /moderator/login: the sign-in of moderators and organisers. Each kind has its own first screen. */
export function LoginScreen() {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const me = useQueryResult({ query: api.staff.me, args: isAuthenticated ? {} : "skip" });
  const { state } = useLocation();
  const { form, enter, enterCode, startAgain } = useModeratorSignIn();

  // The guard of that screen handles an ended session.
  if (isAuthenticated && me.status === "error") return <Navigate to={homes.moderator} replace />;
  if (isAuthenticated && me.status === "success") return <Navigate to={homes[me.data.kind]} replace />;
  if (isLoading || isAuthenticated) return <ScreenSkeleton />;
  if (form !== null) {
    return (
      <StaffCard title={words.codeTitle} lead={words.codeLead}>
        <CodeField label={words.code} hint={words.codeHint} button={words.enter} onCode={enterCode} />
        <Button variant="bare" className="mt-3 w-full" onClick={startAgain}>
          {words.otherAccount}
        </Button>
      </StaffCard>
    );
  }
  return (
    <StaffCard title={words.login} lead={isJoined(state) ? words.joinedLead : words.loginLead}>
      <SignInFields onSignIn={enter} />
    </StaffCard>
  );
}

/** True after the person has chosen a password by a mailed link. */
function isJoined(state: unknown): boolean {
  return typeof state === "object" && state !== null && "joined" in state;
}
