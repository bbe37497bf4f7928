/** The derived settings that screens need: the days as text, and when they begin and end. */
import { spanText, type ClockShape } from "./clock.ts";
import { closingPlan, writtenDate, type AppState, type ClosingPlan } from "./closing.ts";
import { endOf, startOf, type Days, type Festival } from "./festival.ts";
import { limits } from "./limits.ts";

/** The settings, their days as text, and when they begin and end. So the front page needs no calendar code. */
export type FestivalPage = Festival & {
  /** As on a poster, '18–21 Dec'. Empty while no days are set. */
  days: string;
  /** In a sentence, '18–21 December 2030'. */
  period: string;
  /** The description for search engines and shared links. */
  description: string;
  /** The address of the organisers' own picture. Empty: none. */
  picture: string;
  /** The picture of a shared link. An absolute address, because its reader has no base page. */
  socialPicture: string;
  /** Ms since 1970. Null while no days are set. */
  startsAt: number | null;
  endsAt: number | null;
  /** When everything but orders is erased, and when at the latest. Each fits after 'on': '20 January 2031'. */
  erasing: string;
  erasingLatest: string;
  /** Whether the app is open, closed or erased. */
  appState: AppState;
};

/** The drawn picture of shared links, on the page's own origin. */
export const DRAWN = "/preview.png";

/** The closing as a deployment stores it. Without it, the dates follow from the days alone. */
type Closing = { plan: ClosingPlan | null; state: AppState };

export function withTexts(festival: Festival, closing?: Closing): FestivalPage {
  const { plan, state } = closing ?? { plan: closingPlan(festival), state: "open" };
  const days = written(festival, "shortDay");
  const period = written(festival, "date");
  const description = `Meet someone at ${festival.name}${period ? `, ${period}` : ""}: swipe, match, and find each other in the crowd.`;
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
    erasingLatest: plan === null ? UNKNOWN_DAY(limits.eraseDaysMax) : writtenDate(plan.latestDay),
    appState: state,
  };
}

const UNKNOWN_DAY = (days: number) => `day ${days} after it`;
const UNKNOWN = "the days that the organisers announce";

function written({ firstDay, lastDay }: Days, shape: ClockShape): string | null {
  return firstDay === null || lastDay === null ? null : spanText(firstDay, lastDay, shape);
}
