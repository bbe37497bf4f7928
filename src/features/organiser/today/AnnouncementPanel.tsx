import { useQuery } from "convex/react";
import type { FunctionArgs } from "convex/server";
import { useCallback, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Announcement } from "../../../../convex/shared/festival";
import { limits } from "../../../../convex/shared/limits";
import { countCharacters } from "../../../../convex/shared/text";
import { Button } from "../../../components/Button";
import { ChipChoice, ChipGroup } from "../../../components/Choices";
import { ConfirmDialog, Sentences } from "../../../components/ConfirmDialog";
import { Form } from "../../../components/Form";
import { Quote } from "../../../components/Note";
import { TextArea, TextField } from "../../../components/TextField";
import { useFestival } from "../../../lib/festival";
import { useToastedMutation } from "../../../lib/toastResult";
import { useLazyForm } from "../../../lib/useLazyForm";
import { Section } from "../Section";
import { words } from "./words";
type AnnouncementArgs = FunctionArgs<typeof api.festival.announce>;

const loadForm = async () => (await import("../../../../convex/shared/festivalForm")).announcementForm;
const empty = { text: "", until: "", mail: false, push: false };

/** The current announcement, and the form for a new one. Asks before sending. */
export function AnnouncementPanel({ announcement }: { announcement: Announcement | null }) {
  const announce = useToastedMutation(api.festival.announce, words.announcing);
  const withdraw = useToastedMutation(api.festival.withdraw, words.withdrawing);
  const [isWithdrawing, setWithdrawing] = useState(false);
  const [pending, setPending] = useState<AnnouncementArgs | null>(null);
  const { timeZone } = useFestival();
  const schema = useCallback(async () => (await loadForm())({ timeZone }), [timeZone]);
  const { field, register, handleSubmit, reset, watch, changesSince } = useLazyForm(schema, { defaultValues: empty });
  const send = async (typed: AnnouncementArgs) => {
    const hasChanged = changesSince();
    const isDone = await announce(typed);
    if (isDone && !hasChanged()) reset(empty);
    return isDone;
  };

  return (
    <Section title={words.announcement} text={words.announcementText}>
      {announcement !== null && (
        <div className="rounded-md border-2 border-line bg-raised px-4 py-3">
          <p className="text-note text-soft">{words.shownNow}</p>
          <p dir="auto" className="break-words whitespace-pre-line">
            {announcement.text}
          </p>
          <Button variant="bare" onClick={() => setWithdrawing(true)}>
            {words.withdraw}
          </Button>
        </div>
      )}
      <Form button={words.announce} variant="quiet" onSubmit={handleSubmit(setPending)}>
        <TextArea
          label={words.text}
          aside={`${countCharacters(watch("text"))}/${limits.announcementMax}`}
          maxLength={limits.announcementMax}
          {...field("text")}
        />
        <TextField label={words.until} hint={words.untilHint} type="datetime-local" {...field("until")} />
        <ChipGroup label={words.alsoSend}>
          <ChipChoice {...register("push")}>{words.alsoPush}</ChipChoice>
          <ChipChoice {...register("mail")}>{words.alsoMail}</ChipChoice>
        </ChipGroup>
      </Form>
      {isWithdrawing && (
        <ConfirmDialog
          title={words.withdrawQuestion}
          description={words.withdrawText}
          confirm={words.withdraw}
          onConfirm={() => withdraw({})}
          onClose={() => setWithdrawing(false)}
        />
      )}
      {pending !== null && (
        <SendQuestion pending={pending} onConfirm={() => send(pending)} onClose={() => setPending(null)} />
      )}
    </Section>
  );
}

type QuestionProps = { pending: AnnouncementArgs; onConfirm: () => Promise<boolean>; onClose: () => void };

function SendQuestion({ pending: { text, mail, push }, onConfirm, onClose }: QuestionProps) {
  const stats = useQuery(api.moderator.stats, mail ? {} : "skip")?.stats;
  const reach = useQuery(api.push.reach, push ? {} : "skip");
  const consequences = [
    mail && words.sendMail(stats && stats.approved + stats.pending),
    push && words.sendPush(reach),
    words.sendRibbon,
    (mail || push) && words.sendFinal,
  ];
  return (
    <ConfirmDialog
      title={words.sendQuestion}
      description={<Sentences texts={consequences.filter((sentence) => sentence !== false)} />}
      confirm={words.send}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Quote label={words.text}>{text}</Quote>
    </ConfirmDialog>
  );
}
