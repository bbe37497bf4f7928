/** The organisers' festival forms, as zod schemas. The form in the browser and the server use the same ones. */
import * as z from "zod";
import { accents, isPast, isTimeZone, type Calendar } from "./festival";
import { dateIn } from "./festivalDefaults";
import { email, sentences as common } from "./forms";
import { limits } from "./limits";
import { cleanLine, cleanText, countCharacters } from "./text";
import { DAY } from "./durations";

export const sentences = {
  name: "Please give the festival a name",
  day: "Please choose a day",
  daysOrder: "The last day is before the first",
  daysMax: `A festival lasts ${limits.festivalDaysMax} days at most`,
  timeZone: "No such time zone. Write it like Asia/Kolkata",
  url: "Please enter a whole address that begins with https://",
  time: "Please choose a day and a time",
  betweenEmpty: "Please set a start or an end",
  betweenOrder: "The end must be after the start",
  announcement: "Please write the announcement",
  untilPast: "That time has already passed",
} as const;

/** The settings, without the announcement. */
export const festivalForm = z
  .object({
    name: line(limits.festivalNameMax, "Name").pipe(z.string().min(1, sentences.name)),
    edition: line(limits.editionMax, "Edition"),
    firstDay: day(),
    lastDay: day(),
    timeZone: z
      .string({ error: sentences.timeZone })
      .trim()
      .max(60, sentences.timeZone)
      .refine(isTimeZone, sentences.timeZone),
    supportEmail: email,
    socialUrl: z
      .string()
      .trim()
      .max(limits.socialUrlMax, `Address must be at most ${limits.socialUrlMax} characters`)
      .refine((text) => text === "" || isWebAddress(text), sentences.url),
    helpPoint: line(limits.helpPointMax, "Help point"),
    line: line(limits.festivalLineMax, "Line"),
    accent: z.enum(accents),
    signUps: z.enum(["open", "closed", "between"]),
    signUpsFrom: localTime(),
    signUpsUntil: localTime(),
    sales: z.enum(["open", "closed"]),
  })
  .superRefine(({ firstDay, lastDay, ...form }, context) => {
    const issue = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    const days = (Date.parse(lastDay) - Date.parse(firstDay)) / DAY + 1;
    if (days < 1) issue("lastDay", sentences.daysOrder);
    if (days > limits.festivalDaysMax) issue("lastDay", sentences.daysMax);
    if (form.signUps !== "between") return;
    const { signUpsFrom: from, signUpsUntil: until } = form;
    if (from === null && until === null) issue("signUpsFrom", sentences.betweenEmpty);
    if (from !== null && until !== null && until <= from) issue("signUpsUntil", sentences.betweenOrder);
  });

export type FestivalForm = z.output<typeof festivalForm>;

/** An announcement. `until`: festival time, to come. Empty: until it is withdrawn. */
export function announcementForm(calendar: Pick<Calendar, "timeZone">) {
  return z.object({
    text: z
      .string({ error: sentences.announcement })
      .transform(cleanText)
      .pipe(
        z
          .string()
          .min(1, sentences.announcement)
          .refine(
            (text) => countCharacters(text) <= limits.announcementMax,
            `Announcement must be at most ${limits.announcementMax} characters`,
          ),
      ),
    until: localTime().pipe(
      z
        .string()
        .nullable()
        .refine((until) => !isPast(calendar, until, Date.now()), sentences.untilPast),
    ),
    mail: z.boolean(),
    push: z.boolean(),
  });
}

function line(max: number, label: string) {
  return z
    .string({ error: common.fillAllOnEdit })
    .transform(cleanLine)
    .refine((text) => countCharacters(text) <= max, `${label} must be at most ${max} characters`);
}

function day() {
  return z.string({ error: sentences.day }).refine((text) => dateIn(text) === text, sentences.day);
}

/** A day and a time as `2030-01-31T18:00`. Empty counts as none. */
function localTime() {
  return z
    .string()
    .nullable()
    .transform((text) => text || null)
    .refine((text) => text === null || isLocalTime(text), sentences.time);
}

function isLocalTime(text: string): boolean {
  return (
    /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) &&
    dateIn(text.slice(0, 10)) !== null &&
    !Number.isNaN(Date.parse(`${text}Z`))
  );
}

function isWebAddress(text: string): boolean {
  return (
    text.startsWith("https://") &&
    URL.canParse(text) &&
    new URL(text).username === "" &&
    new URL(text).hostname.includes(".")
  );
}
