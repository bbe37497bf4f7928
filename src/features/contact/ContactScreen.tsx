import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { Form } from "../../components/Form";
import { Confirmed, Note } from "../../components/Note";
import { PublicPage } from "../../components/PublicPage";
import { ButtonLink } from "../../components/Button";
import { EmailField, TextArea, TextField } from "../../components/TextField";
import { words as common } from "../../components/words";
import { useFestival } from "../../lib/festival";
import { useToastedMutation } from "../../lib/toastResult";
import { useLazyForm } from "../../lib/useLazyForm";
import { useAttendee } from "../../session/useAttendee";
import { words } from "./words";

const schema = async () => (await import("../../../convex/shared/forms")).contactForm;

/** /contact: a form for everybody, and the support address. */
export function ContactScreen() {
  const { supportEmail } = useFestival();
  return (
    <PublicPage title={words.title} lead={words.lead}>
      <main className={column}>
        <ContactForm />
        <p className="text-soft">
          {words.direct}{" "}
          <a
            href={`mailto:${supportEmail}`}
            className="font-semibold text-teal underline decoration-2 underline-offset-4 hover:text-ink"
          >
            {supportEmail}
          </a>
        </p>
      </main>
    </PublicPage>
  );
}

/** Aligned with the masthead on the left. */
const column = "mx-auto flex w-full max-w-[calc(72rem+2.5rem)] flex-1 flex-col gap-8 px-5 py-12 *:max-w-xl";

function useAppeal(): boolean {
  const [search] = useSearchParams();
  return useAttendee().me?.moderationStatus === "suspended" && search.has("appeal");
}

const empty = { name: "", email: "", subject: "", message: "" };

function ContactForm() {
  const send = useToastedMutation(api.contact.send, { success: words.sent, failure: words.failed });
  const { me } = useAttendee();
  const isAppeal = useAppeal();
  const [sentFrom, setSentFrom] = useState<string>();
  const subject = isAppeal ? words.appealSubject : "";
  const { register, handleSubmit, formState, reset, changesSince } = useLazyForm(schema, {
    defaultValues: empty,
    // The signed-in user loads after the form. Input typed by then stays.
    ...(me !== null && { values: { ...empty, name: me.name, email: me.email, subject } }),
    resetOptions: { keepDirtyValues: true },
  });
  const { errors } = formState;

  // One message above the button covers all missing fields.
  const isMissing = Object.values(errors).some((error) => error.message === words.fillAll);
  const errorOf = (field: "name" | "email" | "subject" | "message") => {
    const text = errors[field]?.message;
    return text === words.fillAll ? common.required : text;
  };

  const submit = handleSubmit(async (message) => {
    const hasChanged = changesSince();
    setSentFrom(undefined);
    if (!(await send({ ...message, ...(isAppeal && { appeal: true }) }))) return;
    setSentFrom(message.email);
    if (!hasChanged()) reset(undefined, { keepDirtyValues: false });
  });

  return (
    <Form button={words.send} onSubmit={submit}>
      {isAppeal && (
        <Note variant="teal">
          <h2 className="text-lead">{words.appealTitle}</h2>
          <p className="mt-1 text-soft">{words.appealText}</p>
          <ButtonLink variant="bare" to="/moderation-pending">
            {words.appealBack}
          </ButtonLink>
        </Note>
      )}
      <TextField label={words.name} autoComplete="name" error={errorOf("name")} {...register("name")} />
      <EmailField autoComplete="email" readOnly={isAppeal} error={errorOf("email")} {...register("email")} />
      <TextField label={words.subject} error={errorOf("subject")} {...register("subject")} />
      <TextArea label={words.message} rows={6} error={errorOf("message")} {...register("message")} />
      {isMissing && (
        <p role="alert" className="font-semibold text-bad">
          {words.fillAll}
        </p>
      )}
      {sentFrom !== undefined && <Confirmed title={words.isSent}>{words.isSentText(sentFrom)}</Confirmed>}
    </Form>
  );
}
