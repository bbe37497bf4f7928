import { useConvexAuth } from "convex/react";
import { useForm } from "react-hook-form";
import { Navigate } from "react-router-dom";
import { festival } from "../../../convex/shared/festival";
import { Button } from "../../components/Button";
import { EmailField } from "../../components/EmailField";
import { ScreenSkeleton } from "../../components/ScreenSkeleton";
import { PasswordField } from "../../components/TextField";
import { useLateCheck } from "../../lib/useLateCheck";
import { useModeratorSignIn } from "./useModeratorSignIn";
import { words } from "./words";

const check = async () => (await import("./signInCheck")).signInCheck;

/** /moderator/login */
export function LoginScreen() {
  const { isLoading, isAuthenticated } = useConvexAuth();

  if (isLoading) return <ScreenSkeleton />;
  if (isAuthenticated) return <Navigate to="/moderator/dashboard" replace />;
  return (
    <main className="grid min-h-dvh place-items-center px-5 py-10">
      <title>{`${words.login} · ${festival.name}`}</title>
      <div className="w-full max-w-sm rounded-lg border-2 border-line bg-raised p-6 sm:p-8">
        <p className="font-poster text-lead font-semibold text-soft">{festival.name}</p>
        <h1 className="mb-6 text-title">{words.login}</h1>
        <LoginForm />
      </div>
    </main>
  );
}

function LoginForm() {
  const signIn = useModeratorSignIn();
  const { register, handleSubmit, formState } = useForm({
    resolver: useLateCheck(check),
    defaultValues: { email: "", password: "" },
  });
  const { errors, isSubmitting } = formState;

  return (
    <form noValidate onSubmit={handleSubmit(signIn)} className="flex flex-col gap-5">
      <EmailField error={errors.email?.message} {...register("email")} />
      <PasswordField
        label={words.password}
        autoComplete="current-password"
        error={errors.password?.message}
        {...register("password")}
      />
      <Button type="submit" busy={isSubmitting}>
        {words.signIn}
      </Button>
    </form>
  );
}
