/** The shapes of the festival's settings. What they mean: `shared/festival.ts`. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { accents } from "./shared/festival";

const optionalText = v.union(v.string(), v.null());

export const calendar = v.object({ timeZone: v.string(), firstDay: optionalText, lastDay: optionalText });

export const doors = v.object({
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

/** What a mail says of the festival. */
export const mailHost = v.object({ name: v.string(), supportEmail: v.string(), timeZone: v.string() });

/** Everything, as everybody may see it. `version` counts the changes; 0: nobody has saved any. */
export const festivalSettings = v.object({
  ...shownFestival.fields,
  ...calendar.fields,
  ...doors.fields,
  version: v.number(),
});
