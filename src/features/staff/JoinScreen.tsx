import { FormProvider, useForm } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import { Button, ButtonLink } from "../../components/Button";
import { NewPasswordFields } from "../../components/NewPasswordFields";
import { useLazyResolver } from "../../lib/useLazyResolver";
import { StaffCard } from "../../components/StaffCard";
import { useJoin } from "./useJoin";
import { useJoinToken } from "./useJoinToken";
import { words } from "./words";

const check = async () => (await import("./joinCheck")).joinCheck;
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
  return (
    <StaffCard title={words.joinTitle} lead={words.joinLead}>
      <JoinForm token={token} />
    </StaffCard>
  );
}

function JoinForm({ token }: { token: string }) {
  const join = useJoin();
  const navigate = useNavigate();
  const form = useForm({
    resolver: useLazyResolver(check),
    defaultValues: { password: "", confirmPassword: "" },
  });
  const submit = form.handleSubmit(async ({ password }) => {
    if (await join({ token, password })) void navigate(SIGN_IN, { replace: true, state: { joined: true } });
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
