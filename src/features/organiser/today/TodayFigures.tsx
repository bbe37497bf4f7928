import { Link } from "react-router-dom";
import { classes } from "../../../components/classes";
import { useDoors } from "../../../lib/useDoors";
import { useMinute } from "../../../lib/useMinute";
import { money } from "../../../lib/money";
import { FESTIVAL_FORM } from "../festival/FestivalForm";
import { ageText, countText } from "./numbersText";
import { words } from "./words";
import { useTodayFigures } from "./useTodayFigures";

type Tile = {
  name: string;
  to: string;
  value: number | string | undefined;
  note?: string;
  isDue?: boolean;
  isText?: boolean;
};

/** What waits for somebody, who is here, sales, who is on duty and what is open. Each leads to where it is dealt with. Live. */
export function TodayFigures() {
  const { profiles, oldest, reports, refunds, people, signUps, sales, onDuty } = useTodayFigures();
  const doors = useDoors();
  const now = useMinute();
  const tiles: Tile[] = [
    {
      ...{ name: words.profiles, to: "/moderator/dashboard", value: profiles, isDue: Boolean(profiles) },
      // The age follows the number within a minute.
      note: profiles === 0 ? words.nobodyWaits : typeof oldest === "number" ? words.oldest(ageText(now - oldest)) : "",
    },
    { name: words.reports, to: "/moderator/dashboard?desk=reports", value: reports, isDue: Boolean(reports) },
    { name: words.refunds, to: "/organiser/money?status=refundDue", value: refunds, isDue: Boolean(refunds) },
    {
      ...{ name: words.onDuty, to: "/organiser/staff", value: onDuty?.length },
      note: onDuty?.map((email) => email.split("@")[0]).join(", ") ?? "",
    },
    { name: words.people, to: "/organiser/numbers", value: people, note: words.peopleNote },
    { name: words.signUps, to: "/organiser/numbers", value: signUps, note: words.sinceFour },
    {
      ...{ name: words.sales, to: "/organiser/money", note: words.sinceFour },
      value: sales === undefined ? undefined : money({ amount: sales, currency: "INR" }),
    },
    {
      ...{ name: words.open, to: `#${FESTIVAL_FORM}`, value: doors.signUps ? words.signUpsOpen : words.signUpsClosed },
      ...{ note: doors.sales ? words.sold : words.notSold, isText: true },
    },
  ];
  return (
    <section aria-label={words.figures}>
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {tiles.map((tile) => (
          <li key={tile.name} className="min-w-0">
            <FigureTile {...tile} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function FigureTile({ name, to, value, note = "", isDue = false, isText = false }: Tile) {
  const inside = (
    <>
      <span className="text-note font-semibold text-soft">{name}</span>
      <span className={classes("font-bold tabular-nums", isText ? "text-lead leading-tight" : "text-title")}>
        {typeof value === "number" ? countText(value) : (value ?? "–")}
      </span>
      <span className="text-note wrap-anywhere text-soft">{note}</span>
    </>
  );
  const look = classes(tile, isDue ? "border-teal bg-tealwash" : "border-line bg-raised");
  // The browser itself moves to a place on this page, and the keyboard with it.
  return to.startsWith("#") ? (
    <a href={to} className={look}>
      {inside}
    </a>
  ) : (
    <Link to={to} className={look}>
      {inside}
    </Link>
  );
}

const tile = "flex h-full min-h-24 flex-col rounded-md border-2 px-3 py-2 hover:border-edge";
