/** The settings before an organiser saves any: from environment variables, otherwise neutral defaults. */
import { isTimeZone, productName, type Festival } from "./festival.ts";
import { DAY } from "./durations.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** Returns the settings from the variables. A malformed variable counts as absent. The doctor reports it. */
export function festivalFrom(env: Variables): Festival {
  const text = (name: string, max: number) => (env[name] ?? "").replace(/\s+/g, " ").trim().slice(0, max);
  const zone = text("FESTIVAL_TIME_ZONE", 60);
  const firstDay = dateIn(env.FESTIVAL_FIRST_DAY);
  const lastDay = dateIn(env.FESTIVAL_LAST_DAY);
  const isValidSpan = firstDay !== null && lastDay !== null && firstDay <= lastDay;
  return {
    name: text("FESTIVAL_NAME", 40) || productName,
    edition: text("FESTIVAL_EDITION", 20),
    supportEmail: text("FESTIVAL_SUPPORT_EMAIL", 254) || addressIn(env.MAIL_FROM ?? ""),
    socialUrl: urlIn(env.FESTIVAL_SOCIAL_URL),
    helpPoint: text("HELP_POINT", 120),
    line: "",
    accent: "sunset",
    announcement: null,
    // An unknown zone throws, which takes a tenth of a swipe's time. So an absent one is not tried.
    timeZone: zone !== "" && isTimeZone(zone) ? zone : "UTC",
    firstDay: isValidSpan ? firstDay : null,
    lastDay: isValidSpan ? lastDay : null,
    signUps: "open",
    signUpsFrom: null,
    signUpsUntil: null,
    sales: "open",
    version: 0,
  };
}

/** Returns four days around a time, for a demo or a test: the festival is on. */
export function daysAround(now: number): { firstDay: string; lastDay: string } {
  const dateIn = (days: number) => new Date(now + days * DAY).toISOString().slice(0, 10);
  return { firstDay: dateIn(-1), lastDay: dateIn(2) };
}

export function dateIn(text: string | undefined): string | null {
  const date = text?.trim() ?? "";
  const at = Date.parse(`${date}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(date)
    ? date
    : null;
}

function urlIn(text: string | undefined): string {
  const url = text?.trim() ?? "";
  return url.startsWith("https://") && URL.canParse(url) ? url : "";
}

/** Returns the bare address of a sender such as `Team <team@college.edu>`. Every mail shows it anyway. */
function addressIn(sender: string): string {
  return /<([^<>]+)>/.exec(sender)?.[1] ?? sender.trim();
}
