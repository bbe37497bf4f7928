import { useConvexAuth } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useEffect, useState } from "react";
import { FormProvider } from "react-hook-form";
import { useLocation, useNavigate } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { ButtonLink } from "../../components/Button";
import { Form } from "../../components/Form";
import { NewPasswordFields } from "../../components/NewPasswordFields";
import { ScreenSkeleton } from "../../components/ScreenSkeleton";
import { StaffCard } from "../../components/StaffCard";
import { useAction } from "../../lib/acts";
import { messageOf } from "../../lib/errors";
import { useToastedAction } from "../../lib/toastResult";
import { useLazyForm } from "../../lib/useLazyForm";
import { useSession } from "../../session/useSession";
import { useModeratorSignIn } from "../moderator/useModeratorSignIn";
import { words } from "./words";

const schema = async () => (await import("../../../convex/shared/forms")).resetForm;
const SIGN_IN = "/moderator/login";

/** /staff#token: the target of an invitation's link. */
export function JoinScreen() {
  const token = useJoinToken();

  return token === null ? <DeadEnd title={words.joinTitle} lead={words.noLink} /> : <Invited token={token} />;
}

function DeadEnd(card: { title: string; lead: string }) {
  return (
    <StaffCard {...card}>
      <ButtonLink to={SIGN_IN} variant="quiet" className="w-full">
        {words.toSignIn}
      </ButtonLink>
    </StaffCard>
  );
}

function Invited({ token }: { token: string }) {
  const opened = useInvitation(token);
  if (opened.state === "loading") return <ScreenSkeleton />;
  if (opened.state === "dead") return <DeadEnd title={words.deadTitle} lead={opened.sentence} />;
  const { email, kind } = opened.invitation;
  return (
    <StaffCard title={words.joinTitle} lead={words.joinAs[kind](email)}>
      <JoinForm token={token} email={email} />
    </StaffCard>
  );
}

function JoinForm({ token, email }: { token: string; email: string }) {
  const join = useToastedAction(api.staff.acceptInvitation, { failure: words.joinFailed });
  const { enter } = useModeratorSignIn();
  const { isAuthenticated } = useConvexAuth();
  const { signOut, whileEnding } = useSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const form = useLazyForm(schema, { defaultValues: { password: "", confirmPassword: "" } });
  const joinAndLeave = async (password: string) => {
    if (!(await join({ token, password }))) return;
    // A sign-in over another staff session would end that one, whose token the client still uses. Then the person signs in themselves.
    if (isAuthenticated) signOut();
    // If a second factor is set, the sign-in screen asks for its code.
    else await enter({ email, password });
    // The person may have gone elsewhere. The form itself may be replaced meanwhile, when another session ends.
    if (window.location.pathname === pathname) void navigate(SIGN_IN, { replace: true, state: { joined: true } });
  };
  const submit = form.handleSubmit(({ password }) => whileEnding(() => joinAndLeave(password)));

  return (
    <FormProvider {...form}>
      <Form button={words.join} onSubmit={submit}>
        <NewPasswordFields label={words.password} />
      </Form>
    </FormProvider>
  );
}

/**
 * Returns the token of the mailed link, or null. The token is in the hash, which is not sent to servers, and is removed from the address
 * bar at once. The history entry keeps it for a reload.
 */
function useJoinToken(): string | null {
  const { hash, pathname, state } = useLocation();
  const navigate = useNavigate();
  const tokenInUrl = hash.slice(1);
  useEffect(() => {
    if (tokenInUrl !== "") void navigate(pathname, { replace: true, state: { token: tokenInUrl } });
  }, [tokenInUrl, navigate, pathname]);

  if (tokenInUrl !== "") return tokenInUrl;
  const stored = (state as { token?: unknown } | null)?.token;
  return typeof stored === "string" ? stored : null;
}

type InvitationState =
  | { state: "loading" }
  | { state: "open"; invitation: FunctionReturnType<typeof api.staff.openInvitation> }
  /** The link cannot be used. `sentence` says why. */
  | { state: "dead"; sentence: string };

function useInvitation(token: string): InvitationState {
  const open = useAction(api.staff.openInvitation);
  const [opened, setOpened] = useState<InvitationState>({ state: "loading" });
  useEffect(() => {
    let isCurrent = true;
    open({ token }).then(
      (invitation) => isCurrent && setOpened({ state: "open", invitation }),
      (error: unknown) => isCurrent && setOpened({ state: "dead", sentence: messageOf(error, words.notOpened) }),
    );
    return () => void (isCurrent = false);
  }, [open, token]);
  return opened;
}
