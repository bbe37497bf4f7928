import { useQuery } from "convex/react";
import { useEffect } from "react";
import { FormProvider } from "react-hook-form";
import { api } from "../../../convex/_generated/api";
import { refusalOf } from "../../../convex/shared/errors";
import { limits } from "../../../convex/shared/limits";
import { Button } from "../../components/Button";
import { Form } from "../../components/Form";
import { NewPasswordFields } from "../../components/NewPasswordFields";
import { EmailField, TextField } from "../../components/TextField";
import { useAction } from "../../lib/acts";
import { Interrupted, messageOf } from "../../lib/errors";
import { lazyPart, SkeletonContext } from "../../lib/lazyPart";
import { toast } from "../../lib/toast";
import { toastResult } from "../../lib/toastResult";
import { useBusy } from "../../lib/useBusy";
import { useLazyForm } from "../../lib/useLazyForm";
import { useNow } from "../../lib/useMinute";
import { DeadLink, useLinkIsDead } from "./DeadLink";
import { useSendOtp } from "./useSendOtp";
import { words } from "./words";

type Props = {
  email: string;
  sentAt: number;
  /** The token of the mailed link that opened this page. It replaces the code. */
  link: string | undefined;
  onSentAgain: (waiting?: string) => void;
  /** The address has an account by now. */
  onRegistered: () => void;
  onOtherAddress: () => void;
  onVerified: () => void;
};

const TicketField = lazyPart("TicketField", () => import("../tickets/TicketField"));
const schema = async () => (await import("../../../convex/shared/forms")).signUpForm;

export function VerifyForm({ email, sentAt, link, onSentAgain, onRegistered, onOtherAddress, onVerified }: Props) {
  const verifyOtp = useVerifyOtp();
  const isDead = useLinkIsDead(link === undefined ? null : { token: link, email });
  const { codes = "off" } = useQuery(api.tickets.signUpRules, {}) ?? {};
  const form = useLazyForm(schema, {
    defaultValues: { email, otp: link ?? "", password: "", confirmPassword: "", ticket: "" },
  });
  const { field, resetField, setError, setFocus, setValue } = form;
  useEffect(() => setFocus(link === undefined ? "otp" : "password"), [setFocus, link]);

  const submit = form.handleSubmit(async ({ otp, password, ticket }) => {
    const outcome = await verifyOtp({ email, otp, password, ...(ticket && { ticket }) });
    if (outcome.kind === "created") return onVerified();
    if (outcome.kind === "ticket") return setError("ticket", { message: outcome.message }, { shouldFocus: true });
    if (outcome.kind === "failed" || link !== undefined) return;
    setError("otp", { message: isExpired(sentAt) ? words.codeRunOut : codeError(outcome) }, { shouldFocus: true });
  });

  const startAgain = (waiting?: string) => {
    onSentAgain(waiting);
    // On a page that a mailed link opened, the value and its default are the link's token, and the field comes only now.
    setValue("otp", "");
    resetField("otp", { defaultValue: "" });
    setFocus("otp");
  };

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
            <SendAgain email={email} sentAt={sentAt} onSent={startAgain} onRegistered={onRegistered} />
            <Button variant="bare" onClick={onOtherAddress}>
              {words.changeEmail}
            </Button>
          </div>
        }
      >
        <EmailField readOnly {...field("email")} />
        {link === undefined && (
          <TextField
            label={words.otp}
            inputMode="numeric"
            autoComplete="one-time-code"
            placeholder="000000"
            tidy={bareCode}
            className="font-poster text-title tracking-[0.3em] tabular-nums placeholder:opacity-40"
            {...field("otp")}
          />
        )}
        <NewPasswordFields label={words.password} />
        {codes !== "off" && (
          <SkeletonContext value={null}>
            <TicketField isRequired={codes === "required"} />
          </SkeletonContext>
        )}
      </Form>
    </FormProvider>
  );
}

/** Mail apps and people write a code in two groups, such as "123 456" or "123-456". */
function bareCode(text: string): string {
  return text.replace(/[\s\p{Pd}]/gu, "");
}

function isExpired(sentAt: number): boolean {
  return Date.now() - sentAt >= limits.codeLifetime;
}

function codeError(outcome: CodeRefusal): string {
  return outcome.kind === "wait" ? outcome.message : words.codeWrong(outcome.triesLeft);
}

/** `wrongCode`: `triesLeft` is undefined if the deployment does not say. `wait`: too many tries, no code is checked for now. */
type CodeRefusal = { kind: "wrongCode"; triesLeft: number | undefined } | { kind: "wait"; message: string };

/** `ticket`: the problem with the ticket code. */
type Outcome = { kind: "created" } | { kind: "failed" } | { kind: "ticket"; message: string } | CodeRefusal;

function useVerifyOtp() {
  const verifyOtp = useAction(api.auth.verifyOtp);
  return async (form: { email: string; otp: string; password: string; ticket?: string }): Promise<Outcome> => {
    const failure = (error: unknown) =>
      error instanceof Interrupted ? words.verifyLost : messageOf(error, words.verifyFailed);
    const result = await toastResult(() => verifyOtp(form), { failure });
    if (result.ok) {
      toast.dismiss();
      toast.success(words.verified);
      return { kind: "created" };
    }
    const refusal = refusalOf(result.error);
    if (refusal?.code === "TICKET_REFUSED") return { kind: "ticket", message: refusal.message };
    // The form has already checked everything else by the deployment's rules, so only the code can be wrong.
    if (refusal?.code === "BAD_INPUT") return { kind: "wrongCode", triesLeft: refusal.triesLeft };
    return refusal?.code === "TOO_MANY_TRIES" ? { kind: "wait", message: refusal.message } : { kind: "failed" };
  };
}

type SendAgainProps = {
  email: string;
  sentAt: number;
  onSent: (waiting?: string) => void;
  onRegistered: () => void;
};

/** Requests a new code. Disabled until the deployment would mail one. */
function SendAgain({ email, sentAt, onSent, onRegistered }: SendAgainProps) {
  const sendOtp = useSendOtp();
  const seconds = useSecondsUntil(sentAt + limits.mailPause);
  const [isSending, send] = useBusy(async () => {
    const outcome = await sendOtp(email);
    if (outcome.kind === "sent") onSent(outcome.waiting);
    if (outcome.kind === "registered") onRegistered();
  });

  return (
    <Button variant="bare" className="tabular-nums" disabled={seconds > 0} busy={isSending} onClick={() => void send()}>
      {seconds > 0 ? words.sendAgainIn(seconds) : words.sendAgain}
    </Button>
  );
}

/** Returns the whole seconds until a time (ms since 1970), live. 0 once it has passed. */
function useSecondsUntil(instant: number): number {
  return Math.max(0, Math.ceil((instant - useNow(1000)) / 1000));
}
