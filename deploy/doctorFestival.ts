/** What can be wrong with the festival's settings before it goes live. Talks to no deployment. */
import { phaseOf, productName, type Festival } from "../convex/shared/festival.ts";
import type { Finding } from "./doctorSettings.ts";

const SAVE = "An organiser saves it at /organiser; until then it is";

/** Looks at the settings as everybody sees them, at a time. */
export function lookAtFestival(festival: Festival, now: number): Finding[] {
  const { name, firstDay, lastDay } = festival;
  const nameProblem =
    name === productName ? "is the product's own: nobody would know which festival it is." : undefined;
  const daysProblem =
    firstDay === null || lastDay === null
      ? "are not set."
      : phaseOf(festival, now) === "after"
        ? `are over: the last one was ${lastDay}. Nobody can sign up or buy.`
        : undefined;
  return [
    { name: "name", purpose: `${SAVE} FESTIVAL_NAME.`, ...(nameProblem && { problem: nameProblem }) },
    {
      name: "days",
      purpose: `${SAVE} FESTIVAL_FIRST_DAY and FESTIVAL_LAST_DAY, as 2030-01-31.`,
      ...(daysProblem && { problem: daysProblem }),
    },
  ];
}
