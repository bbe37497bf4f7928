import { useQuery } from "convex/react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { Button } from "../../components/Button";
import { draft } from "../../lib/draft";
import { FESTIVAL_FORM } from "./FestivalForm";
import { words } from "./festivalWords";

const order = ["festival", "tickets", "staff", "mail", "doctor"] as const;
type Step = (typeof order)[number];
type Ticked = Partial<Record<Step, true>>;

/** What nobody but the organiser can know to be done, kept in this browser. */
const ticked = draft<Ticked>("firstSteps", "browser");
const links: Partial<Record<Step, string>> = {
  festival: `#${FESTIVAL_FORM}`,
  tickets: "/organiser/tickets",
  staff: "/organiser/staff",
  mail: "/auth",
};

/** What a new organiser does first, in order, until all of it is done. `isSaved`: the settings were saved. */
export function FirstSteps({ isSaved }: { isSaved: boolean }) {
  const [rules, staff] = [useQuery(api.tickets.rules, {}), useQuery(api.organiser.staff, {})];
  const [byHand, setByHand] = useState(() => ticked.read());
  if (rules === undefined || staff === undefined) return null;
  const done = { ...byHand, festival: isSaved, tickets: rules.version > 0 || byHand.tickets, staff: staff.length > 1 };
  const open = order.filter((step) => !done[step]);
  if (open.length === 0) return null;
  const tick = (step: Step) => {
    const now: Ticked = { ...byHand, [step]: true };
    ticked.write(now);
    setByHand(now);
  };

  return (
    <section aria-label={words.steps} className="min-w-0 rounded-md border-2 border-teal bg-tealwash px-4 py-3">
      <h2 className="text-title">{words.steps}</h2>
      <p className="text-soft">{words.stepsText}</p>
      <ol className="mt-3 flex list-decimal flex-col gap-1 pl-6">
        {open.map((step) => (
          <li key={step}>
            <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
              <StepName step={step} />
              {step !== "festival" && step !== "staff" && (
                <Button
                  look="bare"
                  className="-ml-1"
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
  const [to, name] = [links[step], words.stepNames[step]];
  if (to === undefined) return <p>{name}</p>;
  // The browser itself moves to a place on this page, and the keyboard with it.
  if (to.startsWith("#")) {
    return (
      <a href={to} className={link}>
        {name}
      </a>
    );
  }
  return (
    <Link to={to} className={link}>
      {name}
    </Link>
  );
}

const link = "font-semibold text-teal underline underline-offset-4 hover:text-ink";
