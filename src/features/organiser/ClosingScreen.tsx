import { useQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { endOf } from "../../../convex/shared/festival";
import { Badge } from "../../components/Badge";
import { Button } from "../../components/Button";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { Page } from "../../components/Page";
import { ScreenSkeleton } from "../../components/ScreenSkeleton";
import { useFestival } from "../../lib/festival";
import { useMinute } from "../../lib/useMinute";
import { ClosingDay } from "./ClosingDay";
import { ClosingProof } from "./ClosingProof";
import { words } from "./closingWords";
import { NameQuestion } from "./NameQuestion";
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
  const { announce } = useClosing();
  const { timeZone } = useFestival();
  const [isAsking, setAsking] = useState(false);
  const tell = async () => {
    if (await announce()) setAsking(false);
  };
  const planned = (what: Row, at: number) => {
    if (status.startedAt === null) return timeOf(at, timeZone);
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
          <div className="flex flex-col items-start gap-2">
            {doneAt !== null ? (
              <Badge look="teal">{words.done(timeOf(doneAt, timeZone))}</Badge>
            ) : (
              at !== null && <Badge>{planned(what, at)}</Badge>
            )}
            {what === "announced" && status.stage === "planned" && (
              <Button look="bare" onClick={() => setAsking(true)}>
                {words.announce}
              </Button>
            )}
          </div>
        </li>
      ))}
      {isAsking && (
        <ConfirmDialog
          start="cancel"
          title={words.announceQuestion}
          description={words.announceText}
          confirm={words.announce}
          cancel={words.cancel}
          onConfirm={() => void tell()}
          onClose={() => setAsking(false)}
        />
      )}
    </ol>
  );
}

/** As festival clocks show it, '20 January 2031 at 04:00': a wrong year in the settings has to be seen. */
function timeOf(instant: number, timeZone: string): string {
  const date = { day: "numeric", month: "long", year: "numeric" } as const;
  const shape = { ...date, hour: "2-digit", minute: "2-digit", timeZone } as const;
  return new Intl.DateTimeFormat("en-GB", shape).format(instant);
}

/** What need not wait for its day once the festival is over, each after the festival's name is typed. */
function Now({ status: { festival, stage, lastDay } }: { status: Status }) {
  const { stop, begin } = useClosing();
  const { timeZone } = useFestival();
  const end = endOf({ timeZone, firstDay: null, lastDay });
  const isOver = useMinute() >= (end ?? 0);
  const [asked, setAsked] = useState<"stop" | "begin" | null>(null);

  return (
    <section className="flex flex-col items-stretch gap-3 rounded-lg border-2 border-bad/50 p-5">
      <h2 className="text-lead text-bad">{words.now}</h2>
      {!isOver && end !== null && <p className="text-soft">{words.notOver(timeOf(end, timeZone))}</p>}
      {stage !== "stopped" && (
        <Button look="quiet" disabled={!isOver} onClick={() => setAsked("stop")}>
          {words.stop}
        </Button>
      )}
      <Button look="danger" disabled={!isOver} onClick={() => setAsked("begin")}>
        {words.begin}
      </Button>
      {asked !== null && (
        <NameQuestion
          name={festival}
          title={asked === "stop" ? words.stopQuestion : words.beginQuestion}
          text={asked === "stop" ? words.stopText : words.beginText}
          confirm={asked === "stop" ? words.stop : words.begin}
          onConfirm={asked === "stop" ? stop : begin}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  );
}

function Orders() {
  const { downloadOrders } = useClosing();
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    await downloadOrders();
    setBusy(false);
  };
  return (
    <section className="flex flex-col items-start gap-2">
      <h2 className="text-lead">{words.orders}</h2>
      <p className="text-soft">{words.ordersText}</p>
      <Button look="quiet" busy={isBusy} onClick={() => void download()}>
        {words.download}
      </Button>
    </section>
  );
}
