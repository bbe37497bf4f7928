import { useForm } from "react-hook-form";
import { Link } from "react-router-dom";
import { festival } from "../../../convex/shared/festival";
import { Brand } from "../../components/Brand";
import { Button } from "../../components/Button";
import { TextArea, TextField } from "../../components/TextField";
import { useLateCheck } from "../../lib/useLateCheck";
import { useSendMessage } from "./useSendMessage";
import { words } from "./words";

const check = async () => (await import("./contactCheck")).contactCheck;

/** /contact: a form for everybody, and the address for those who have a mail program at hand. */
export function ContactScreen() {
  return (
    <div className="min-h-dvh">
      <title>{`${words.title} · ${festival.name}`}</title>
      <header className="relative isolate bg-night px-5 pb-12 text-paper">
        <div aria-hidden className="absolute inset-0 -z-10 overflow-hidden stagelight" />
        <div className="mx-auto max-w-xl">
          <Link to="/" className="inline-flex min-h-16 items-center rounded-sm">
            <Brand />
          </Link>
          <h1 className="pt-6 text-stage tracking-tight uppercase max-lg:text-[clamp(2.75rem,13vw,5rem)]">
            {words.title}
          </h1>
          <p className="pt-4 text-lead">{words.lead}</p>
        </div>
        <div aria-hidden className="absolute -inset-x-2 -bottom-2 h-4 -rotate-[0.4deg] band" />
      </header>
      <main className="mx-auto flex max-w-[calc(36rem+2.5rem)] flex-col gap-8 px-5 py-12">
        <ContactForm />
        <p className="text-soft">
          {words.direct}{" "}
          <a
            href={`mailto:${festival.supportEmail}`}
            className="font-semibold text-teal underline decoration-2 underline-offset-4 hover:text-ink"
          >
            {festival.supportEmail}
          </a>
        </p>
      </main>
    </div>
  );
}

function ContactForm() {
  const send = useSendMessage();
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: useLateCheck(check),
    defaultValues: { name: "", email: "", subject: "", message: "" },
  });
  const { errors, isSubmitting } = formState;

  // The sentence for what is missing stands once, above the button.
  const isMissing = Object.values(errors).some((error) => error.message === words.fillAll);
  const mistake = (field: "name" | "email" | "subject" | "message") => {
    const text = errors[field]?.message;
    return text === words.fillAll ? words.stillNeeded : text;
  };

  const submit = handleSubmit(async (message) => {
    if (await send(message)) reset();
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <TextField label={words.name} autoComplete="name" error={mistake("name")} {...register("name")} />
      <TextField
        label={words.email}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={mistake("email")}
        {...register("email")}
      />
      <TextField label={words.subject} error={mistake("subject")} {...register("subject")} />
      <TextArea label={words.message} rows={6} error={mistake("message")} {...register("message")} />
      {isMissing && (
        <p role="alert" className="font-semibold text-bad">
          {words.fillAll}
        </p>
      )}
      <Button type="submit" busy={isSubmitting}>
        {words.send}
      </Button>
    </form>
  );
}
