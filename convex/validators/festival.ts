/** The shapes of the festival's settings. `shared/festival.ts` says what they mean. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { appState } from "./closing";
import { accents } from "../shared/festival";
import { servedFile } from "./photos";

const optionalText = v.union(v.string(), v.null());

export const calendar = v.object({ timeZone: v.string(), firstDay: optionalText, lastDay: optionalText });

export const availability = v.object({
  signUps: literals("open", "closed", "between"),
  signUpsFrom: optionalText,
  signUpsUntil: optionalText,
  sales: literals("open", "closed"),
});

export const announcement = v.object({ text: v.string(), until: optionalText, at: v.number() });

export const shownFestival = v.object({
  name: v.string(),
  edition: v.string(),
  supportEmail: v.string(),
  socialUrl: v.string(),
  helpPoint: v.string(),
  line: v.string(),
  accent: literals(...accents),
  announcement: v.union(announcement, v.null()),
});

/** The festival's facts that a mail contains. */
export const mailHost = v.object({ name: v.string(), supportEmail: v.string(), timeZone: v.string() });

/** The settings that an organiser saves. The form's zod schema checks the values. */
export const festivalInput = v.object({
  name: v.string(),
  edition: v.string(),
  firstDay: v.string(),
  lastDay: v.string(),
  timeZone: v.string(),
  supportEmail: v.string(),
  socialUrl: v.string(),
  helpPoint: v.string(),
  line: v.string(),
  accent: v.string(),
  signUps: v.string(),
  signUpsFrom: optionalText,
  signUpsUntil: optionalText,
  sales: v.string(),
});

/** The organisers' own picture as stored: for the front page, and for shared links. */
export const storedPicture = v.object({ wide: servedFile, social: servedFile });

/** The encoded picture, before it is stored. */
export const encodedPicture = v.object({ wide: v.id("_storage"), social: v.id("_storage") });

const changed = v.object({ field: v.string(), before: v.string(), after: v.string() });

/** A stored change. `by` absent: the deployment itself. `name`: how organisers know the author. */
export const storedChange = v.object({ by: v.optional(v.id("users")), name: v.string(), changes: v.array(changed) });

/** A change as organisers see it. */
export const festivalChange = v.object({
  _id: v.id("festivalChanges"),
  at: v.number(),
  name: v.string(),
  changes: v.array(changed),
});

/** All settings, public. `version` counts the saved changes of the settings, without announcements and pictures. 0: none yet. */
export const festivalSettings = v.object({
  ...shownFestival.fields,
  ...calendar.fields,
  ...availability.fields,
  version: v.number(),
  days: v.string(),
  period: v.string(),
  description: v.string(),
  erasing: v.string(),
  erasingLatest: v.string(),
  appState,
  picture: v.string(),
  socialPicture: v.string(),
  startsAt: v.union(v.number(), v.null()),
  endsAt: v.union(v.number(), v.null()),
});
