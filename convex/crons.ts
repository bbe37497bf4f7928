import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";

const crons = cronJobs();

crons.interval("start the jobs that are due", { minutes: 1 }, internal.jobs.startDue, {});
crons.interval("start the deletions that are due", { minutes: 10 }, internal.jobs.startDeletions, {});
// Offsets of time zones are multiples of 15 minutes, and the festival's zone is a setting.
crons.cron("a new festival day", "*/15 * * * *", internal.profiles.updateDay, {});
crons.interval("delete old counters", { hours: 1 }, internal.jobs.deleteOldCounters, {});
crons.interval("delete old records of deleted accounts", { hours: 6 }, internal.jobs.deleteOldFormers, {});
crons.interval("delete pictures that no profile shows", { minutes: 4 }, internal.profiles.deleteUnusedPhotos, {});
crons.interval("delete old incidents", { hours: 1 }, internal.incidents.deleteOld, {});
crons.cron("notify of new likes", "1,16,31,46 * * * *", internal.festival.notifyNewLikes, {});
crons.cron("close the festival when its day has come", "*/15 * * * *", internal.closing.runDueSteps, {});

export default crons;
