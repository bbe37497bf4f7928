import { useQuery } from "convex/react";
import { Suspense, useEffect } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { api } from "../../../convex/_generated/api";
import { limits } from "../../../convex/shared/limits";
import { Button } from "../../components/Button";
import { Form } from "../../components/Form";
import { EmailField, TextField } from "../../components/TextField";
import { lazyPart } from "../../lib/lazyPart";
import { useLazyResolver } from "../../lib/useLazyResolver";
import { NewPasswordFields } from "../../components/NewPasswordFields";
import { DeadLink, useLinkIsDead } from "./DeadLink";
import { SendAgain } from "./SendAgain";
import { type CodeRefusal, useVerifyOtp } from "./useVerifyOtp";
import { words } from "./words";

type Props = {
  email: string;
  sentAt: number;
  /** The token of the mailed link that opened this page. It replaces the code. */
  link: string | undefined;
  onSentAgain: (waiting?: string) => void;
  onOtherAddress: () => void;
  onVerified: () => void;
};

const TicketField = lazyPart("TicketField", () => import("../tickets/TicketField"));
const schema = async () => (await import("../../../convex/shared/forms")).signUpForm;

/** Sign-up, step 2: the code from the mail and the password, for an address that is now fixed. */
export function VerifyForm({ email, sentAt, link, onSentAgain, onOtherAddress, onVerified }: Props) {
  const verifyOtp = useVerifyOtp();
  const isDead = useLinkIsDead(link === undefined ? null : { token: link, email });
  const { codes = "off" } = useQuery(api.tickets.signUpRules, {}) ?? {};
  const form = useForm({
    resolver: useLazyResolver(schema),
    defaultValues: { email, otp: link ?? "", password: "", confirmPassword: "", ticket: "" },
  });
  const { register, formState, setError, setFocus } = form;
  useEffect(() => setFocus(link === undefined ? "otp" : "password"), [setFocus, link]);

  const submit = form.handleSubmit(async ({ otp, password, ticket }) => {
    const outcome = await verifyOtp({ email, otp, password, ...(ticket && { ticket }) });
    if (outcome.kind === "created") return onVerified();
    if (outcome.kind === "ticket") return setError("ticket", { message: outcome.message }, { shouldFocus: true });
    if (outcome.kind === "failed" || link !== undefined) return;
    setError("otp", { message: hasRunOut(sentAt) ? words.codeRunOut : said(outcome) }, { shouldFocus: true });
  });

  if (isDead) {
    return (
      <DeadLink>
        <p>{words.deadSignUpLink}</p>
        <Button onClick={onOtherAddress}>{words.newSignUpLink}</Button>
      </DeadLink>
    );
  }
  return (
    <FormProvider {...form}>
      <Form
        button={words.verifyOtp}
        onSubmit={submit}
        below={
          <div className="flex flex-wrap justify-center gap-x-4">
            <SendAgain email={email} sentAt={sentAt} onSent={onSentAgain} />
            <Button look="bare" onClick={onOtherAddress}>
              {words.changeEmail}
            </Button>
          </div>
        }
      >
        <EmailField readOnly {...register("email")} />
        {link === undefined && (
          <TextField
            label={words.otp}
            inputMode="numeric"
            autoComplete="one-time-code"
            placeholder="000000"
            className="font-poster text-title tracking-[0.3em] tabular-nums placeholder:opacity-40"
            error={formState.errors.otp?.message}
            {...register("otp")}
          />
        )}
        <NewPasswordFields label={words.password} />
        {codes !== "off" && (
          <Suspense>
            <TicketField isRequired={codes === "required"} />
          </Suspense>
        )}
      </Form>
    </FormProvider>
  );
}

function hasRunOut(sentAt: number): boolean {
  return Date.now() - sentAt >= limits.codeLifetime;
}

function said(outcome: CodeRefusal): string {
  return outcome.kind === "wait" ? outcome.message : words.codeWrong(outcome.triesLeft);
}
