import { FormProvider, useForm } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import { Button, ButtonLink } from "../../components/Button";
import { NewPasswordFields } from "../../components/NewPasswordFields";
import { useLazyResolver } from "../../lib/useLazyResolver";
import { StaffCard } from "../../components/StaffCard";
import { ScreenSkeleton } from "../../components/ScreenSkeleton";
import { useModeratorSignIn } from "../moderator/useModeratorSignIn";
import { useInvitation } from "./useInvitation";
import { useJoin } from "./useJoin";
import { useJoinToken } from "./useJoinToken";
import { words } from "./words";

const schema = async () => (await import("../../../convex/shared/forms")).resetForm;
const SIGN_IN = "/moderator/login";

/** /staff#token: where the link of an invitation leads. */
export function JoinScreen() {
  const token = useJoinToken();

  if (token === null) {
    return (
      <StaffCard title={words.joinTitle} lead={words.noLink}>
        <ButtonLink to={SIGN_IN} look="quiet" className="w-full">
          {words.toSignIn}
        </ButtonLink>
      </StaffCard>
    );
  }
  return <Invited token={token} />;
}

/** Checks the link before anything is typed, and says whose it is. */
function Invited({ token }: { token: string }) {
  const opened = useInvitation(token);
  if (opened.state === "loading") return <ScreenSkeleton />;
  if (opened.state === "dead") {
    return (
      <StaffCard title={words.deadTitle} lead={opened.sentence}>
        <ButtonLink to={SIGN_IN} look="quiet" className="w-full">
          {words.toSignIn}
        </ButtonLink>
      </StaffCard>
    );
  }
  const { email, kind } = opened.invitation;
  return (
    <StaffCard title={words.joinTitle} lead={words.joinAs[kind](email)}>
      <JoinForm token={token} email={email} />
    </StaffCard>
  );
}

function JoinForm({ token, email }: { token: string; email: string }) {
  const join = useJoin();
  const { enter } = useModeratorSignIn();
  const navigate = useNavigate();
  const form = useForm({
    resolver: useLazyResolver(schema),
    defaultValues: { password: "", confirmPassword: "" },
  });
  const submit = form.handleSubmit(async ({ password }) => {
    if (!(await join({ token, password }))) return;
    // A second factor's code is asked for there.
    await enter({ email, password });
    void navigate(SIGN_IN, { replace: true, state: { joined: true } });
  });

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <NewPasswordFields label={words.password} />
        <Button type="submit" busy={form.formState.isSubmitting}>
          {words.join}
        </Button>
      </form>
    </FormProvider>
  );
}
