import { useQuery } from "convex/react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { api } from "../../../../convex/_generated/api";
import { endOf, type Festival } from "../../../../convex/shared/festival";
import { recordOf } from "../../../../convex/shared/records";
import { Button } from "../../../components/Button";
import { draft, FIRST_STEPS } from "../../../lib/draft";
import { isOneOf } from "../../../lib/stored";
import { useMinute } from "../../../lib/useMinute";
import { useStaff } from "../../../session/useStaff";
import { words } from "./words";

/** In the runbook's order. `isTickable`: the organiser can tick it off. */
const steps = [
  { step: "festival", to: "/organiser/festival", isTickable: false },
  { step: "staff", to: "/organiser/staff", isTickable: false },
  { step: "tickets", to: "/organiser/tickets", isTickable: true },
  { step: "payments", to: "/upgrade", isTickable: true },
  { step: "rehearsal", to: "/auth", isTickable: true },
  { step: "backup", to: "https://docs.convex.dev/database/backup-restore", isTickable: true },
  { step: "live", to: "/organiser/festival", isTickable: false },
] as const;
type Step = (typeof steps)[number]["step"];
type Ticks = Partial<Record<Step, true>>;
const stepNames = steps.map(({ step }) => step);
const tickShape = recordOf(stepNames, () => isOneOf([true] as const));

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
  const storedTicks = draft<Ticks>(`${FIRST_STEPS}${String(edition)}`, tickShape, "browser");
  const [byOrganiser, setByOrganiser] = useState(() => storedTicks.read());
  const open = steps.filter(({ step }) => !done[step] && !byOrganiser[step]);
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
        {open.map(({ step, to, isTickable }) => (
          <li key={step}>
            <div className="flex min-h-11 items-center justify-between gap-x-4">
              <Link to={to} {...(to.startsWith("https:") && newTab)} className={link}>
                {words.stepNames[step]}
              </Link>
              {isTickable && (
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

const newTab = { target: "_blank", rel: "noreferrer" };
const link = "font-semibold text-teal underline underline-offset-4 hover:text-ink";
