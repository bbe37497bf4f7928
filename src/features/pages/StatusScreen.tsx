import { useQuery_experimental as useQueryResult } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import type { FestivalPage } from "../../../convex/shared/festivalTexts";
import { Panel } from "../../components/Panel";
import { PublicPage } from "../../components/PublicPage";
import { SkeletonBlock } from "../../components/ScreenSkeleton";
import { classes } from "../../components/classes";
import { useIsOffline } from "../../lib/connection";
import { useOpenNow } from "../../lib/useOpenNow";
import { roughly } from "../../lib/roughly";
import { useMinute } from "../../lib/useMinute";
import { useFestival } from "../../lib/festival";
import { statusWords as words } from "./statusWords";
import { timeText } from "../../lib/clock";

type Status = FunctionReturnType<typeof api.numbers.status>;
type State = Status["mails"];

/** /status: whether sign-ups, approvals, mails and payments work. Public and live. */
export function StatusScreen() {
  const result = useQueryResult({ query: api.numbers.status, args: {} });
  const isSilent = useIsOffline() || result.status === "error";

  return (
    <PublicPage title={words.title} lead={words.lead}>
      <main className={column}>
        {isSilent ? (
          <Panel role="alert" title={words.noAnswer}>
            {words.noAnswerText}
          </Panel>
        ) : result.status === "success" ? (
          <Services status={result.data} />
        ) : (
          <Loading />
        )}
      </main>
    </PublicPage>
  );
}

/** Aligned with the masthead on the left. */
const column = "mx-auto w-full max-w-[calc(72rem+2.5rem)] flex-1 px-5 py-12 *:max-w-xl";

function Services({ status }: { status: Status }) {
  const { appState } = useFestival();
  const services = servicesOf(status, { ...useOpenNow(), appState }, useMinute());
  return (
    <div aria-live="polite">
      <ul className="border-t-2 border-line">
        {services.map(({ name, state, text, className }) => (
          <li key={name} className="border-b-2 border-line py-4">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <h2 className="text-lead">{name}</h2>
              <p className={classes("font-bold", className)}>{state}</p>
            </div>
            <p className="text-soft">{text}</p>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-note text-soft">
        {status.changedAt === null ? words.neverChanged : words.changed(timeText(status.changedAt))}
      </p>
    </div>
  );
}

type Availability = ReturnType<typeof useOpenNow> & Pick<FestivalPage, "appState">;
type Service = { name: string; state: string; text: string; className: string };

function servicesOf(status: Status, availability: Availability, now: number): Service[] {
  const { approvals, mails, payments } = status;
  const age = ({ since }: State) => roughly(now - (since ?? now));
  return [
    availability.signUps
      ? service(words.signUps, mails, words.signUpsOpen, words.signUpsSlow)
      : closed(words.signUps, availability.appState === "erased" ? words.signUpsOver : words.signUpsClosed),
    availability.appState === "open"
      ? service(words.approvals, approvals, words.approvalsWork, words.approvalsSlow(age(approvals)))
      : closed(words.approvals, words.approvalsClosed),
    service(words.mails, mails, words.mailsWork, words.mailsSlow(age(mails))),
    availability.sales
      ? service(words.payments, payments, words.paymentsWork, words.paymentsFail(age(payments)), words.fails)
      : closed(words.payments, words.paymentsClosed),
  ];
}

function service(name: string, { state }: State, works: string, trouble: string, slow: string = words.slow): Service {
  return state === "working"
    ? { name, state: words.works, text: works, className: "text-good" }
    : { name, state: slow, text: trouble, className: "text-bad" };
}

function closed(name: string, text: string): Service {
  return { name, state: words.closed, text, className: "text-soft" };
}

function Loading() {
  return (
    <div role="status" aria-label={words.loading} className="flex flex-col gap-4">
      {Array.from({ length: 4 }, (_, i) => (
        <SkeletonBlock key={i} className="h-16" />
      ))}
    </div>
  );
}
