import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";
import { endOfFestivalDay } from "./shared/festival";

const crons = cronJobs();
const turn = new Date(endOfFestivalDay(0));

crons.daily(
  "a new festival day",
  { hourUTC: turn.getUTCHours(), minuteUTC: turn.getUTCMinutes() },
  internal.profiles.turnDay,
  {},
);
crons.interval("sweep what has run out", { minutes: 10 }, internal.auth.purge, {});
crons.interval("sweep pictures that nobody shows", { minutes: 4 }, internal.profiles.sweepPhotos, {});
crons.interval("mail again what did not leave", { minutes: 2 }, internal.contact.retry, {});

export default crons;
