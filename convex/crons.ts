import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";
import { swept } from "./model/authSessions";
import { endOfFestivalDay } from "./shared/festival";

const crons = cronJobs();
const turn = new Date(endOfFestivalDay(0));

crons.daily(
  "a new festival day",
  { hourUTC: turn.getUTCHours(), minuteUTC: turn.getUTCMinutes() },
  internal.profiles.turnDay,
  {},
);
for (const what of swept)
  crons.interval(`sweep ${what} that have run out`, { minutes: 10 }, internal.authSessions.purge, { what });
crons.interval("sweep pictures that nobody shows", { minutes: 4 }, internal.profiles.sweepPhotos, {});
crons.interval("mail again what did not leave", { minutes: 1 }, internal.mails.sweep, {});
// When people look at their phones between two concerts: 13:00 festival time.
crons.daily("mail about new likes", { hourUTC: 7, minuteUTC: 31 }, internal.mails.tellOfLikes, {});
crons.interval("ask about orders that nobody brings news of", { minutes: 1 }, internal.paymentsPolling.sweep, {});

export default crons;
