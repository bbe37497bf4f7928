import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";
import { expiringKinds } from "./model/authSessions";
import { endOfFestivalDay } from "./shared/festival";

const crons = cronJobs();
const turn = new Date(endOfFestivalDay(0));

crons.daily(
  "a new festival day",
  { hourUTC: turn.getUTCHours(), minuteUTC: turn.getUTCMinutes() },
  internal.profiles.updateDay,
  {},
);
for (const what of expiringKinds)
  crons.interval(`delete expired ${what}`, { minutes: 10 }, internal.authSessions.deleteExpired, { what });
crons.interval("delete what was kept of deleted accounts", { hours: 6 }, internal.authSessions.deleteOldFormers, {});
crons.interval("delete pictures that no profile shows", { minutes: 4 }, internal.profiles.deleteUnusedPhotos, {});
crons.interval("delete old incidents", { hours: 1 }, internal.incidents.deleteOld, {});
crons.interval("send mails and notifications that are due", { minutes: 1 }, internal.outbox.retryDue, {});
// At 13:01 festival time, when people look at their phones between two concerts.
crons.daily("mail about new likes", { hourUTC: 7, minuteUTC: 31 }, internal.mails.mailNewLikes, {});
crons.daily("tell phones of new likes", { hourUTC: 7, minuteUTC: 31 }, internal.push.tellNewLikes, {});
crons.interval("poll orders that are due", { minutes: 1 }, internal.paymentsPolling.pollDue, {});

export default crons;
