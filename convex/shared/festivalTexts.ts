/** What screens need of the settings beside them: how the days are written, and the instants at which they begin and end. */
import { spanText, type ClockShape } from "./clock.ts";
import { closingPlan, writtenDate, type AppState, type ClosingPlan } from "./closing.ts";
import { endOf, startOf, type Days, type Festival } from "./festival.ts";
import { limits } from "./limits.ts";

/** The settings, their days as people write them, and when they begin and end. So the front page needs no calendar. */
export type FestivalPage = Festival & {
  /** As on a poster, '18–21 Dec'; empty while no days are set. */
  days: string;
  /** In a sentence, '18–21 December 2030'. */
  period: string;
  /** What search engines and shared links say. */
  description: string;
  /** The address of the organisers' own picture; empty: there is none. */
  picture: string;
  /** The address of the picture of a shared link. It must be a whole one: what reads it is on no page. */
  socialPicture: string;
  /** Ms since 1970; null while no days are set. */
  startsAt: number | null;
  endsAt: number | null;
  /** When everything but orders is erased, and when at the latest, each in a sentence after 'on', '20 January 2031'. */
  erasing: string;
  erasingLatest: string;
  /** How far the app is with its end. */
  appState: AppState;
};

/** The drawn picture of shared links, on the page's own origin. */
export const DRAWN = "/preview.png";

/** What a deployment knows of its closing; others go by the days alone. */
type Closing = { plan: ClosingPlan | null; state: AppState };

export function withTexts(festival: Festival, closing?: Closing): FestivalPage {
  const { plan, state } = closing ?? { plan: closingPlan(festival), state: "open" };
  const [days, period] = [written(festival, "shortDay"), written(festival, "date")];
  const description = `Meet somebody at ${festival.name}${period ? `, ${period}` : ""}: swipe, match, and find each other in the crowd.`;
  return {
    ...festival,
    days: days ?? "",
    period: period ?? UNKNOWN,
    description,
    picture: "",
    socialPicture: DRAWN,
    startsAt: startOf(festival),
    endsAt: endOf(festival),
    erasing: plan === null ? UNKNOWN_DAY(limits.eraseDays) : writtenDate(plan.erasesOn),
    erasingLatest: plan === null ? UNKNOWN_DAY(limits.eraseDaysMost) : writtenDate(plan.latestDay),
    appState: state,
  };
}

const UNKNOWN_DAY = (days: number) => `day ${days} after it`;
const UNKNOWN = "the days that the organisers announce";

function written({ firstDay, lastDay }: Days, shape: ClockShape): string | null {
  return firstDay === null || lastDay === null ? null : spanText(firstDay, lastDay, shape);
}
