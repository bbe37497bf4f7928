import { useQuery } from "convex/react";
import { Link } from "react-router-dom";
import { api } from "../../../../convex/_generated/api";
import { festivalDay } from "../../../../convex/shared/festival";
import { limits } from "../../../../convex/shared/limits";
import { dayText, salesOf, totalOf } from "../../../../convex/shared/numbers";
import { classes } from "../../../components/classes";
import { useFestival } from "../../../lib/festival";
import { rupees } from "../../../lib/money";
import { useOpenNow } from "../../../lib/useOpenNow";
import { useMinute } from "../../../lib/useMinute";
import { ageText, countText } from "./numbersText";
import { words } from "./words";

type Tile = {
  name: string;
  to: string;
  value: number | string | undefined;
  note?: string | undefined;
  isDue?: boolean;
  isText?: boolean;
};

/** Waiting items, people online, sales, staff on duty, and whether sign-ups and sales are open. Each figure links to its screen. Live. */
export function TodayFigures() {
  const { profiles, current, reports, refunds, sales, onDuty } = useTodayFigures();
  const openNow = useOpenNow();
  const now = useMinute();
  // The age lags the live count by up to a minute.
  const oldest = current?.oldestProfile ? words.oldest(ageText(now - current.oldestProfile)) : "";
  const mails =
    current && current.mailsWaiting >= limits.mailsCounted ? words.orMore(limits.mailsCounted) : current?.mailsWaiting;
  const tiles: Tile[] = [
    {
      ...{ name: words.profiles, to: "/moderator/dashboard", value: profiles, isDue: Boolean(profiles) },
      note: profiles === 0 ? words.nobodyWaits : oldest,
    },
    { name: words.reports, to: "/moderator/dashboard?desk=reports", value: reports, isDue: Boolean(reports) },
    { name: words.refunds, to: "/organiser/money?status=refundDue", value: refunds, isDue: Boolean(refunds) },
    {
      ...{ name: words.onDuty, to: "/organiser/staff", value: onDuty?.length },
      note: onDuty?.map((email) => email.split("@")[0]).join(", "),
    },
    { name: words.people, to: "/organiser/people", value: current?.people, note: words.peopleNote },
    { name: words.sales, to: "/organiser/money", note: words.sinceFour, value: sales },
    {
      ...{ name: words.mails, to: "/status", value: mails },
      note: current?.oldestCode
        ? words.codes(current.codesWaiting ?? 0, ageText(now - current.oldestCode))
        : words.noCodes,
    },
    {
      ...{ name: words.open, to: "/organiser/festival", isText: true },
      ...{
        value: openNow.signUps ? words.signUpsOpen : words.signUpsClosed,
        note: openNow.sales ? words.sold : words.notSold,
      },
    },
  ];
  return (
    <section aria-label={words.figures}>
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {tiles.map(({ name, to, value, note, isDue = false, isText = false }) => (
          <li key={name} className="min-w-0">
            <Link to={to} className={classes(tile, isDue ? "border-teal bg-tealwash" : "border-line bg-raised")}>
              <span className="text-note font-semibold text-soft">{name}</span>
              <span className={classes("font-bold tabular-nums", isText ? "text-lead leading-tight" : "text-title")}>
                {typeof value === "number" ? countText(value) : (value ?? "–")}
              </span>
              <span className="text-note wrap-anywhere text-soft">{note}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const tile = "flex h-full min-h-24 flex-col rounded-md border-2 px-3 py-2 hover:border-edge";

function useTodayFigures() {
  const { timeZone } = useFestival();
  const now = useMinute();
  const hours = useQuery(api.numbers.read, { day: dayText(festivalDay(timeZone, now)) });
  const counts = hours && totalOf(hours.map((hour) => hour.counts));
  const staff = useQuery(api.organiser.staff, {});
  return {
    profiles: useQuery(api.moderator.stats, {})?.stats.pending,
    current: useQuery(api.numbers.now, {}),
    reports: useQuery(api.moderator.reports, {})?.length,
    refunds: useQuery(api.payments.refunds, {})?.filter(({ status }) => status === "refundDue").length,
    sales: counts && rupees(salesOf(counts)),
    onDuty: staff?.filter(({ seenAt }) => seenAt !== null && seenAt > now - limits.staffOnMs).map(({ email }) => email),
  };
}
