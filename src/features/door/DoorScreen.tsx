import { useQuery } from "convex/react";
import { ChevronLeft } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { Link } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { Button } from "../../components/Button";
import { Row, Rows } from "../../components/Rows";
import { ScreenSkeleton } from "../../components/ScreenSkeleton";
import { SwitchField } from "../../components/SwitchField";
import { Title } from "../../components/Title";
import { timeText } from "../../lib/clock";
import { useIsOffline } from "../../lib/connection";
import { useFocusAfterRemoval } from "../../lib/useFocusAfterRemoval";
import { StaffGuard } from "../../session/StaffGuard";
import { homes, useStaff } from "../../session/useStaff";
import { CameraView } from "./CameraView";
import type { DoorState, LateFinding } from "./doorChecks";
import { Signals } from "./signals";
import { TypedCode } from "./TypedCode";
import { useDoorChecks } from "./useDoorChecks";
import { useScanner } from "./useScanner";
import { VerdictPanel } from "./VerdictPanel";
import { words } from "./words";

/**
 * /organiser/door: staff check tickets by camera or by typing, online or offline. A page opened offline stores its scans, and sends them
 * once a staff member is signed in.
 */
export function DoorScreen() {
  const isOffline = useIsOffline();
  return (
    <StaffGuard skeleton={isOffline ? <Door kind="moderator" /> : <ScreenSkeleton />}>
      <OwnDoor />
    </StaffGuard>
  );
}

function OwnDoor() {
  return <Door kind={useStaff().kind} />;
}

function Door({ kind }: { kind: keyof typeof homes }) {
  return (
    <>
      <Header home={homes[kind]} />
      <DoorCheck mayRelease={kind === "organiser"} />
    </>
  );
}

function Header({ home }: { home: string }) {
  return (
    <header className="flex items-center gap-3 border-b-2 border-line bg-raised px-2 py-1">
      <Title>{words.door}</Title>
      <Link to={home} aria-label={words.back} className="grid size-11 place-items-center text-soft hover:text-ink">
        <ChevronLeft aria-hidden className="size-7" />
      </Link>
      <h1 className="text-lead">{words.door}</h1>
      <Arrived />
    </header>
  );
}

function Arrived() {
  const view = useQuery(api.tickets.door, {});
  if (view === undefined) return null;
  return (
    <p className="ml-auto pr-2 tabular-nums">
      <span className="text-note text-soft">{words.arrived}</span>{" "}
      <b className="text-lead">{view.arrived.toLocaleString("en-IN")}</b>{" "}
      <span className="text-note text-soft">{words.ofUploaded(view.uploaded.toLocaleString("en-IN"))}</span>
    </p>
  );
}

function DoorCheck({ mayRelease }: { mayRelease: boolean }) {
  const { checks, verdict, number, late, seen, waiting } = useDoorChecks();
  const isOffline = useIsOffline();
  const [hasSound, setSound] = useState(true);
  const [signals] = useState(() => new Signals());
  const scan = (code: string) => checks.scan(code, isOffline);
  const { video, state, start } = useScanner(scan);
  const playSignal = useEffectEvent(() => verdict !== null && signals.play(verdict.kind, hasSound));
  useEffect(() => void playSignal(), [number]);

  return (
    <main className="mx-auto grid w-full max-w-5xl gap-4 p-4 md:grid-cols-2 md:gap-8 md:py-8">
      <CameraView
        video={video}
        state={state}
        onStart={() => {
          signals.unlock();
          start();
        }}
      />
      <div className="flex min-w-0 flex-col gap-4">
        <VerdictPanel verdict={verdict} number={number} />
        {waiting > 0 && verdict?.kind !== "checking" && (
          <p role="status" className="rounded-md bg-tealwash px-4 py-2 font-semibold text-teal">
            {words.waiting(waiting)}
          </p>
        )}
        <TypedCode
          onCode={(code) => {
            signals.unlock();
            scan(code);
          }}
          mayRelease={mayRelease}
          onReleased={(code) => checks.forget(code)}
        />
      </div>
      <div className="flex flex-col gap-4 md:col-span-2">
        <LateList rows={useLateRows({ late, seen })} onDismiss={(key) => checks.dismiss(key)} />
        <SwitchField
          label={words.sound}
          hint={words.soundHint}
          on={hasSound}
          onChange={async (on) => void setSound(on)}
        />
      </div>
    </main>
  );
}

/** Returns the undismissed late findings: this phone's, and people checked in twice on any phone. */
function useLateRows({ late, seen }: Pick<DoorState, "late" | "seen">): LateRow[] {
  const doubles = useQuery(api.tickets.door, {})?.doubles ?? [];
  const others = doubles
    .filter(({ key }) => !late.some((finding) => finding.key === key))
    .map(({ key, at, firstAt }) => ({ key, at, ending: null, why: { first: firstAt } }));
  return [...late, ...others].filter(({ key }) => !seen.includes(key));
}

/** A person who should not have been let in, on any phone. `ending`: the last four characters of the code. Null for other phones' scans. */
type LateRow = Omit<LateFinding, "ending"> & { ending: string | null };

type LateProps = { rows: readonly LateRow[]; onDismiss: (key: string) => void };

/** Each row stays until dismissed on this phone. */
function LateList({ rows, onDismiss }: LateProps) {
  const focus = useFocusAfterRemoval();
  if (rows.length === 0) return null;
  return (
    <section {...focus}>
      <h2 className="mb-1 text-lead">{words.late}</h2>
      <Rows>
        {rows.map(({ key, at, ending, why }) => (
          <Row
            key={key}
            name={lateText(why, timeText(at, "time"))}
            note={ending === null ? undefined : words.ending(ending)}
          >
            <Button variant="bare" onClick={() => onDismiss(key)}>
              {words.seen}
            </Button>
          </Row>
        ))}
      </Rows>
    </section>
  );
}

function lateText(why: LateFinding["why"], time: string): string {
  if (typeof why === "object") {
    return "first" in why
      ? words.lateTwice(time, timeText(why.first, "time"))
      : words.lateReleased(time, timeText(why.released, "time"));
  }
  return why === "unknown" ? words.lateUnknown(time) : words.lateFailed(time);
}
