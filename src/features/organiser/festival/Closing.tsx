import { useQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { clockText } from "../../../../convex/shared/clock";
import { closingDayError, writtenDate } from "../../../../convex/shared/closing";
import { dateAt } from "../../../../convex/shared/festival";
import { Badge } from "../../../components/Badge";
import { Button } from "../../../components/Button";
import { ConfirmDialog } from "../../../components/ConfirmDialog";
import { Row, Rows } from "../../../components/Rows";
import { useMinute } from "../../../lib/useMinute";
import { useToastedAction, useToastedMutation } from "../../../lib/toastResult";
import { Form } from "../../../components/Form";
import { Note } from "../../../components/Note";
import { TextField } from "../../../components/TextField";
import { ProofQuestion } from "../ProofQuestion";
import { Section } from "../Section";
import { ClosingProof, type Status } from "./ClosingProof";
import { words } from "./closingWords";

/** The closing, live: its dates, its progress, and the proof that everybody is deleted. */
export function Closing() {
  const status = useQuery(api.closing.status, {});

  if (status === undefined) return null;
  const isOpen = status.stage !== "erasing" && status.stage !== "done";
  const lead = status.lastDay === null ? words.noDays : words.lead;
  return (
    <Section
      id="close"
      className="mt-12 border-t-2 border-line pt-8"
      title={words.title}
      text={status.stage === "done" ? words.leadDone : lead}
      aside={<Badge variant={variants[status.stage]}>{words.stages[status.stage]}</Badge>}
    >
      <div className="grid items-start gap-10 lg:grid-cols-[1fr_22rem]">
        <div className="flex min-w-0 flex-col gap-10">
          {status.lastDay !== null && <Dates status={status} />}
          {status.phase !== null && <ClosingProof status={status} />}
        </div>
        {isOpen && status.lastDay !== null && (
          <div className="flex flex-col gap-10">
            {status.erasesOn !== null && <ClosingDay key={status.erasesOn} status={status} />}
            <EndNow status={status} />
          </div>
        )}
      </div>
    </Section>
  );
}

const variants = { planned: "plain", announced: "teal", stopped: "teal", erasing: "bad", done: "teal" } as const;

type Stage = keyof typeof words.dates;

function Dates({ status }: { status: Status }) {
  const timeOf = (at: number) => clockText(at, "dateTime", status.timeZone);
  const planned = (stage: Stage, at: number) => {
    if (status.startedAt === null) return timeOf(at);
    return stage === "erased" ? words.stages.erasing : words.leftOut;
  };
  const rows = [
    { stage: "announced", at: status.announcesAt, doneAt: status.announcedAt },
    { stage: "stopped", at: status.stopsAt, doneAt: status.stoppedAt },
    { stage: "erased", at: status.erasesAt, doneAt: status.doneAt },
  ] as const;

  return (
    <Rows>
      {rows.map(({ stage, at, doneAt }) => (
        <Row key={stage} name={<h3 className="text-lead">{words.dates[stage]}</h3>} note={words.datesText[stage]}>
          {doneAt !== null ? (
            <Badge variant="teal">{words.done(timeOf(doneAt))}</Badge>
          ) : (
            at !== null && <Badge>{planned(stage, at)}</Badge>
          )}
        </Row>
      ))}
    </Rows>
  );
}

/** One button with two stages. It first tells everyone. At least a day later, and once the festival is over, it deletes their accounts. */
function EndNow({ status: { festival, timeZone, endableAt } }: { status: Status }) {
  const announce = useToastedMutation(api.closing.announce, words.announcement);
  const begin = useToastedAction(api.closing.begin, words.beginning);
  const isEndable = useMinute() >= (endableAt ?? Infinity);
  const [question, setQuestion] = useState<"announce" | "begin" | null>(null);
  const close = () => setQuestion(null);

  return (
    <section className="flex flex-col items-stretch gap-3 rounded-lg border-2 border-bad/50 p-5">
      <h3 className="text-lead text-bad">{words.now}</h3>
      {endableAt === null ? (
        <>
          <p className="text-soft">{words.announceFirst}</p>
          <Button variant="quiet" onClick={() => setQuestion("announce")}>
            {words.announce.confirm}
          </Button>
        </>
      ) : (
        <>
          {!isEndable && <p className="text-soft">{words.notYet(clockText(endableAt, "dateTime", timeZone))}</p>}
          <Button variant="danger" disabled={!isEndable} onClick={() => setQuestion("begin")}>
            {words.begin}
          </Button>
        </>
      )}
      {question === "announce" && endableAt === null && (
        <ConfirmDialog {...words.announce} onConfirm={() => announce({})} onClose={close} />
      )}
      {question === "begin" && endableAt !== null && (
        <ProofQuestion
          name={festival}
          title={words.beginQuestion}
          text={words.beginText}
          confirm={words.begin}
          onConfirm={(proof, name) => begin({ ...proof, name })}
          onClose={close}
        />
      )}
    </section>
  );
}

/** Chooses another day of deletion, while the latest possible day is in the future. */
function ClosingDay({ status }: { status: Status }) {
  const isTooLate = (status.latestDay ?? "") <= dateAt(status.timeZone, useMinute());
  if (isTooLate) return <Note>{words.tooLate}</Note>;
  return <DayForm status={status} />;
}

/** An earlier day requires the festival's name and the password. */
function DayForm({ status }: { status: Status }) {
  const plan = useToastedMutation(api.closing.plan, words.saving);
  const begin = useToastedAction(api.closing.begin, words.saving);
  const plannedDay = status.erasesOn ?? "";
  const latest = status.latestDay ?? "";
  const [day, setDay] = useState(plannedDay);
  const [error, setError] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const submit = () => {
    const dayError = closingDayError(day, status, latest, Date.now());
    setError(dayError);
    if (dayError !== null) return;
    return day < plannedDay ? setAsking(true) : plan({ day, seen: plannedDay });
  };

  return (
    <>
      <Form button={words.save} variant="quiet" disabled={day === ""} onSubmit={submit}>
        <TextField
          type="date"
          label={words.day}
          hint={words.dayHint(writtenDate(latest))}
          max={latest}
          error={error ?? undefined}
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
      </Form>
      {isAsking && (
        <ProofQuestion
          name={status.festival}
          title={words.soonerQuestion}
          text={words.soonerText(writtenDate(day))}
          confirm={words.save}
          onConfirm={(proof, name) => begin({ ...proof, name, sooner: { day, seen: plannedDay } })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
