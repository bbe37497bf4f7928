import { useQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { Badge } from "../../../components/Badge";
import { Button, ButtonLink } from "../../../components/Button";
import { ConfirmDialog } from "../../../components/ConfirmDialog";
import { Page } from "../../../components/Page";
import { ScreenSkeleton } from "../../../components/ScreenSkeleton";
import { timeText } from "../../../lib/clock";
import { useMinute } from "../../../lib/useMinute";
import { ClosingDay } from "./ClosingDay";
import { ClosingProof } from "./ClosingProof";
import { words } from "./closingWords";
import { ProofQuestion } from "../ProofQuestion";
import { useClosing, type Status } from "./useClosing";

/** /organiser/close: when the festival is closed, how far that is, and the proof that everybody is deleted. Live. */
export function ClosingScreen() {
  const status = useQuery(api.closing.status, {});

  if (status === undefined) return <ScreenSkeleton />;
  const isOpen = status.stage !== "erasing" && status.stage !== "done";
  return (
    <Page wide title={words.title} aside={<Badge look={looks[status.stage]}>{words.stages[status.stage]}</Badge>}>
      <p className="mb-8 max-w-prose text-lead text-soft">{leadOf(status)}</p>
      <div className="grid items-start gap-10 lg:grid-cols-[1fr_22rem]">
        <div className="flex min-w-0 flex-col gap-10">
          {status.lastDay !== null && <Dates status={status} />}
          {status.phase !== null && <ClosingProof status={status} />}
        </div>
        <div className="flex flex-col gap-10">
          {isOpen && status.erasesOn !== null && <ClosingDay key={status.erasesOn} status={status} />}
          {isOpen && status.lastDay !== null && <Now status={status} />}
          <Orders />
        </div>
      </div>
    </Page>
  );
}

function leadOf({ stage, lastDay }: Status): string {
  if (stage === "done") return words.leadDone;
  return lastDay === null ? words.noDays : words.lead;
}

const looks = { planned: "plain", announced: "teal", stopped: "teal", erasing: "bad", done: "teal" } as const;

type Row = keyof typeof words.dates;

/** The three things that happen, in order, with the time of each. */
function Dates({ status }: { status: Status }) {
  const planned = (what: Row, at: number) => {
    if (status.startedAt === null) return timeText(at, "dateTime");
    return what === "erased" ? words.stages.erasing : words.leftOut;
  };
  const rows = [
    { what: "announced", at: status.announcesAt, doneAt: status.announcedAt },
    { what: "stopped", at: status.stopsAt, doneAt: status.stoppedAt },
    { what: "erased", at: status.erasesAt, doneAt: status.doneAt },
  ] as const;

  return (
    <ol className="border-t-2 border-line">
      {rows.map(({ what, at, doneAt }) => (
        <li key={what} className="flex flex-wrap items-start gap-x-6 gap-y-1 border-b border-line py-4">
          <div className="min-w-0 flex-1 basis-64">
            <h2 className="text-lead">{words.dates[what]}</h2>
            <p className="text-soft">{words.datesText[what]}</p>
          </div>
          {doneAt !== null ? (
            <Badge look="teal">{words.done(timeText(doneAt, "dateTime"))}</Badge>
          ) : (
            at !== null && <Badge>{planned(what, at)}</Badge>
          )}
        </li>
      ))}
    </ol>
  );
}

/** The one button: first it tells everybody, and from a day later on it deletes them, once the festival is over. */
function Now({ status: { festival, endableAt } }: { status: Status }) {
  const { announce, end } = useClosing();
  const isEndable = useMinute() >= (endableAt ?? Infinity);
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);

  return (
    <section className="flex flex-col items-stretch gap-3 rounded-lg border-2 border-bad/50 p-5">
      <h2 className="text-lead text-bad">{words.now}</h2>
      {!isEndable && (
        <p className="text-soft">
          {endableAt === null ? words.tellFirst : words.notYet(timeText(endableAt, "dateTime"))}
        </p>
      )}
      {endableAt === null ? (
        <Button look="quiet" onClick={() => setAsking(true)}>
          {words.announce}
        </Button>
      ) : (
        <Button look="danger" disabled={!isEndable} onClick={() => setAsking(true)}>
          {words.begin}
        </Button>
      )}
      {isAsking && endableAt === null && (
        <ConfirmDialog
          start="cancel"
          title={words.announceQuestion}
          description={words.announceText}
          confirm={words.announce}
          cancel={words.cancel}
          onConfirm={() => void announce().then((isDone) => isDone && close())}
          onClose={close}
        />
      )}
      {isAsking && endableAt !== null && (
        <ProofQuestion
          name={festival}
          title={words.beginQuestion}
          text={words.beginText}
          confirm={words.begin}
          onConfirm={(proof, name) => end({ ...proof, name })}
          onClose={close}
        />
      )}
    </section>
  );
}

function Orders() {
  return (
    <section className="flex flex-col items-start gap-2">
      <h2 className="text-lead">{words.orders}</h2>
      <p className="text-soft">{words.ordersText}</p>
      <ButtonLink look="quiet" to="/organiser/money">
        {words.toMoney}
      </ButtonLink>
    </section>
  );
}
