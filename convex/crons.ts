import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";
import { expiringKinds } from "./model/authSessions";
import { endOfFestivalDay } from "./shared/festival";

const crons = cronJobs();
const turn = new Date(endOfFestivalDay(0));

crons.daily(
  "a new festival day",
  { hourUTC: turn.getUTCHours(), minuteUTC: turn.getUTCMinutes() },
  internal.profiles.turnDay,
  {},
);
for (const what of expiringKinds)
  crons.interval(`delete expired ${what}`, { minutes: 10 }, internal.authSessions.deleteExpired, { what });
crons.interval("delete pictures that no profile shows", { minutes: 4 }, internal.profiles.sweepPhotos, {});
crons.interval("retry mails that were not accepted", { minutes: 1 }, internal.mails.retryDue, {});
// When people look at their phones between two concerts: 13:00 festival time.
crons.daily("mail about new likes", { hourUTC: 7, minuteUTC: 31 }, internal.mails.tellOfLikes, {});
crons.interval("poll orders that are due", { minutes: 1 }, internal.paymentsPolling.pollDue, {});

export default crons;
