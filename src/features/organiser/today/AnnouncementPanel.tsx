import { useQuery } from "convex/react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { api } from "../../../../convex/_generated/api";
import type { Announcement } from "../../../../convex/shared/festival";
import { limits } from "../../../../convex/shared/limits";
import { Button } from "../../../components/Button";
import { ChipChoice, ChipGroup } from "../../../components/Choices";
import { ConfirmDialog } from "../../../components/ConfirmDialog";
import { TextArea, TextField } from "../../../components/TextField";
import { useLazyResolver } from "../../../lib/useLazyResolver";
import { words } from "../festival/words";
import { useAnnounce, type Announced } from "./useAnnounce";

const check = async () => (await import("../festival/festivalCheck")).announcementCheck;
const empty = { text: "", until: "", mail: false, push: false };

/** What everybody is told now, and the way to tell them something else. Before a mail or a notification goes out, it asks. */
export function AnnouncementPanel({ announcement }: { announcement: Announcement | null }) {
  const { announce, withdraw } = useAnnounce();
  const [asked, setAsked] = useState<Announced | null>(null);
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: useLazyResolver(check),
    defaultValues: empty,
  });
  const { errors, isSubmitting } = formState;
  const send = async (typed: Announced) => {
    setAsked(null);
    if (await announce(typed)) reset(empty);
  };
  const submit = handleSubmit(async (typed) => (typed.mail || typed.push ? setAsked(typed) : await send(typed)));

  return (
    <section aria-label={words.announcement} className="flex min-w-0 flex-col gap-5">
      <div>
        <h2 className="text-title">{words.announcement}</h2>
        <p className="text-soft">{words.announcementText}</p>
      </div>
      {announcement !== null && <Shown announcement={announcement} onWithdraw={withdraw} />}
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextArea
          label={words.text}
          rows={3}
          maxLength={limits.announcementMax}
          error={errors.text?.message}
          {...register("text")}
        />
        <TextField
          label={words.until}
          hint={words.untilHint}
          type="datetime-local"
          error={errors.until?.message}
          {...register("until")}
        />
        <ChipGroup label={words.alsoSend}>
          <ChipChoice {...register("push")}>{words.alsoPush}</ChipChoice>
          <ChipChoice {...register("mail")}>{words.alsoMail}</ChipChoice>
        </ChipGroup>
        <Button type="submit" look="quiet" busy={isSubmitting}>
          {words.announce}
        </Button>
      </form>
      {asked !== null && (
        <SendQuestion asked={asked} onConfirm={() => void send(asked)} onClose={() => setAsked(null)} />
      )}
    </section>
  );
}

type QuestionProps = { asked: Announced; onConfirm: () => void; onClose: () => void };

/** Says who gets it before it is sent. */
function SendQuestion({ asked, onConfirm, onClose }: QuestionProps) {
  const stats = useQuery(api.moderator.stats, {})?.stats;
  const people = stats && stats.approved + stats.pending;
  const follows = [asked.mail && words.sendMail(people), asked.push && words.sendPush, words.sendText];
  return (
    <ConfirmDialog
      start="cancel"
      title={words.sendQuestion}
      description={follows.filter(Boolean).join(" ")}
      confirm={words.send}
      cancel={words.cancel}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}

function Shown({ announcement, onWithdraw }: { announcement: Announcement; onWithdraw: () => Promise<unknown> }) {
  return (
    <div className="rounded-md border-2 border-line bg-raised px-4 py-3">
      <p className="text-note text-soft">{words.shownNow}</p>
      <p dir="auto" className="break-words whitespace-pre-line">
        {announcement.text}
      </p>
      <Button look="bare" onClick={() => void onWithdraw()}>
        {words.withdraw}
      </Button>
    </div>
  );
}
