import { useQuery } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import { festivalDay } from "../../../../convex/shared/festival";
import { limits } from "../../../../convex/shared/limits";
import { dayText, salesOf, totalOf } from "../../../../convex/shared/numbers";
import { useFestival } from "../../../lib/festival";
import { rupees } from "../../../lib/money";
import { useMinute } from "../../../lib/useMinute";

/** What an organiser looks at first, live. Each is undefined until it is there. */
export function useTodayFigures() {
  const { timeZone } = useFestival();
  const at = useMinute();
  const hours = useQuery(api.numbers.read, { day: dayText(festivalDay(timeZone, at)) });
  const counts = hours && totalOf(hours.map((hour) => hour.counts));
  const staff = useQuery(api.organiser.staff, {});
  return {
    profiles: useQuery(api.moderator.stats, {})?.stats.pending,
    now: useQuery(api.numbers.now, {}),
    reports: useQuery(api.moderator.reports, {})?.length,
    refunds: useQuery(api.payments.refunds, {})?.filter(({ status }) => status === "refundDue").length,
    sales: counts && rupees(salesOf(counts)),
    onDuty: staff?.filter(({ seenAt }) => seenAt !== null && seenAt > at - limits.staffOnMs).map(({ email }) => email),
  };
}
