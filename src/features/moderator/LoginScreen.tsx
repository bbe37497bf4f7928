import { useConvexAuth } from "convex/react";
import { Navigate } from "react-router-dom";
import { festival } from "../../../convex/shared/festival";
import { ScreenSkeleton } from "../../components/ScreenSkeleton";
import { SignInFields } from "../../components/SignInFields";
import { useModeratorSignIn } from "./useModeratorSignIn";
import { words } from "./words";

/** /moderator/login */
export function LoginScreen() {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const signIn = useModeratorSignIn();

  if (isLoading) return <ScreenSkeleton />;
  if (isAuthenticated) return <Navigate to="/moderator/dashboard" replace />;
  return (
    <main className="grid min-h-dvh place-items-center px-5 py-10">
      <title>{`${words.login} · ${festival.name}`}</title>
      <div className="w-full max-w-sm rounded-lg border-2 border-line bg-raised p-6 sm:p-8">
        <p className="font-poster text-lead font-semibold text-soft">{festival.name}</p>
        <h1 className="mb-6 text-title">{words.login}</h1>
        <SignInFields onSignIn={signIn} />
      </div>
    </main>
  );
}
