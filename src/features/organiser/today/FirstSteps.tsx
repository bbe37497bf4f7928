import { useQuery } from "convex/react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { api } from "../../../../convex/_generated/api";
import { endOf, type Festival } from "../../../../convex/shared/festival";
import { Button } from "../../../components/Button";
import { draft, FIRST_STEPS } from "../../../lib/draft";
import { useMinute } from "../../../lib/useMinute";
import { useStaff } from "../../../session/useStaff";
import { words } from "./words";

const stepOrder = ["festival", "staff", "tickets", "payments", "rehearsal", "backup", "live"] as const;
type Step = (typeof stepOrder)[number];
type Ticks = Partial<Record<Step, true>>;

const links: Record<Step, string> = {
  festival: "/organiser/festival",
  staff: "/organiser/staff",
  tickets: "/organiser/tickets",
  payments: "/upgrade",
  rehearsal: "/auth",
  backup: "https://docs.convex.dev/database/backup-restore",
  live: "/organiser/festival",
};
/** Steps that the organiser can tick off. */
const tickable: readonly Step[] = ["tickets", "payments", "rehearsal", "backup"];

/** A new organiser's first steps, in the runbook's order, until all are done. A new festival starts over. */
export function FirstSteps({ settings }: { settings: Festival }) {
  const rules = useQuery(api.tickets.rules, {});
  const staff = useQuery(api.organiser.staff, {});
  const numbers = useQuery(api.numbers.now, {});
  const totals = useQuery(api.money.totals, {});
  const { secondFactor } = useStaff();
  const isOver = useMinute() >= (endOf(settings) ?? Infinity);
  if (rules === undefined || staff === undefined || numbers === undefined || totals === undefined) return null;
  const done: Ticks = {
    ...(settings.version > 0 && !isOver && { festival: true }),
    ...(staff.length > 1 && secondFactor && { staff: true }),
    ...(rules.version > 0 && { tickets: true }),
    ...(Object.values(totals.products).some(({ refunded }) => refunded.orders > 0) && { payments: true }),
    ...(settings.version > 0 && !isOver && settings.signUps !== "closed" && { live: true }),
  };
  return <Steps key={numbers.since} edition={numbers.since ?? 0} done={done} />;
}

/** `edition`: when this festival's figures start (ms). Ticks of another festival do not count. */
function Steps({ edition, done }: { edition: number; done: Ticks }) {
  const storedTicks = draft<Ticks>(`${FIRST_STEPS}${String(edition)}`, "browser");
  const [byOrganiser, setByOrganiser] = useState(() => storedTicks.read());
  const open = stepOrder.filter((step) => !done[step] && !byOrganiser[step]);
  if (open.length === 0) return null;
  const tick = (step: Step) => {
    const next: Ticks = { ...byOrganiser, [step]: true };
    storedTicks.write(next);
    setByOrganiser(next);
  };

  return (
    <section aria-label={words.steps} className="min-w-0 rounded-md border-2 border-teal bg-tealwash px-4 py-3">
      <h2 className="text-title">{words.steps}</h2>
      <p className="text-soft">{words.stepsText}</p>
      <ol className="mt-3 flex list-decimal flex-col gap-1 pl-6">
        {open.map((step) => (
          <li key={step}>
            <div className="flex min-h-11 items-center justify-between gap-x-4">
              <StepName step={step} />
              {tickable.includes(step) && (
                <Button
                  variant="bare"
                  className="shrink-0"
                  aria-label={words.stepDoneNamed(words.stepNames[step])}
                  onClick={() => tick(step)}
                >
                  {words.stepDone}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function StepName({ step }: { step: Step }) {
  const to = links[step];
  const name = words.stepNames[step];
  const elsewhere = to.startsWith("https:") && { target: "_blank", rel: "noreferrer" };
  return (
    <Link to={to} {...elsewhere} className={link}>
      {name}
    </Link>
  );
}

const link = "font-semibold text-teal underline underline-offset-4 hover:text-ink";
