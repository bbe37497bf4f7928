import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";
import { expiringKinds } from "./model/auth/sessions";

const crons = cronJobs();

// Time zones differ by whole quarters of an hour, and the festival's zone is a setting.
crons.cron("a new festival day", "*/15 * * * *", internal.profiles.updateDay, {});
for (const what of expiringKinds)
  crons.interval(`delete expired ${what}`, { minutes: 10 }, internal.auth.deleteExpired, { what });
crons.interval("delete what was kept of deleted accounts", { hours: 6 }, internal.auth.deleteOldFormers, {});
crons.interval("delete pictures that no profile shows", { minutes: 4 }, internal.profiles.deleteUnusedPhotos, {});
crons.interval("delete old incidents", { hours: 1 }, internal.incidents.deleteOld, {});
crons.interval("send mails and notifications that are due", { minutes: 1 }, internal.outbox.retryDue, {});
crons.cron("tell of new likes", "1,16,31,46 * * * *", internal.festival.tellNewLikes, {});
crons.cron("close the festival when its day has come", "*/15 * * * *", internal.closing.doWhatIsDue, {});
crons.interval("number newcomers in the decks", { minutes: 1 }, internal.swipes.numberNewcomers, {});
crons.interval("add up what happened", { minutes: 1 }, internal.numbers.rollUp, {});
crons.interval("poll orders that are due", { minutes: 1 }, internal.payments.pollDue, {});

export default crons;
