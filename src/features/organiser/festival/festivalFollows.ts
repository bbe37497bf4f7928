import { closingPlan } from "../../../../convex/shared/closing";
import { maySell, maySignUp, phaseOf, type Calendar, type Doors } from "../../../../convex/shared/festival";
import { timeText } from "../../../lib/clock";
import { words } from "./words";

type Settings = Calendar & Doors;

/** Returns what a change of settings ends for everybody, as sentences. `now` in ms. Empty: nothing ends. */
export function followsFrom(before: Settings, after: Settings, now: number): string[] {
  const isOver = phaseOf(after, now) === "after";
  const isOtherDay = before.lastDay !== after.lastDay;
  return [
    ...(isOver && (isOtherDay || phaseOf(before, now) !== "after") ? [words.daysPast, ...closingOf(after, now)] : []),
    ...(maySignUp(before, now) && !maySignUp(after, now) ? [words.signUpsStop] : []),
    ...(maySell(before, now) && !maySell(after, now) ? [words.salesStop] : []),
  ];
}

/** When an end that is saved now reaches the members. */
function closingOf(calendar: Calendar, now: number): string[] {
  const plan = closingPlan(calendar, { since: now });
  if (plan === null) return [];
  const [told, closed, erased] = [plan.announcesAt, plan.stopsAt, plan.erasesAt].map((at) => timeText(at, "dateTime"));
  return [words.closingFollows(told ?? "", closed ?? "", erased ?? "")];
}
