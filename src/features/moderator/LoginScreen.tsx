import { useConvexAuth, useQuery_experimental as useQueryResult } from "convex/react";
import { Navigate } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { ScreenSkeleton } from "../../components/ScreenSkeleton";
import { SignInFields } from "../../components/SignInFields";
import { useFestival } from "../../lib/festival";
import { homes } from "../../session/useStaff";
import { useModeratorSignIn } from "./useModeratorSignIn";
import { words } from "./words";

/** /moderator/login: where moderators and organisers sign in. Each kind has its own first screen. */
export function LoginScreen() {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const me = useQueryResult({ query: api.staff.me, args: isAuthenticated ? {} : "skip" });
  const signIn = useModeratorSignIn();
  const { name } = useFestival();

  // Of a session that is over, the guard behind tells.
  if (isAuthenticated && me.status === "error") return <Navigate to={homes.moderator} replace />;
  if (isAuthenticated && me.status === "success") return <Navigate to={homes[me.data.kind]} replace />;
  if (isLoading || isAuthenticated) return <ScreenSkeleton />;
  return (
    <main className="grid min-h-dvh place-items-center px-5 py-10">
      <title>{`${words.login} · ${name}`}</title>
      <div className="w-full max-w-sm rounded-lg border-2 border-line bg-raised p-6 sm:p-8">
        <p className="font-poster text-lead font-semibold text-soft">{name}</p>
        <h1 className="mb-6 text-title">{words.login}</h1>
        <SignInFields onSignIn={signIn} />
      </div>
    </main>
  );
}
