import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { api } from "../../../../convex/_generated/api";
import { festivalDay } from "../../../../convex/shared/festival";
import {
  counters,
  dayOfText,
  dayText,
  firstHourOf,
  hourText,
  totalOf,
  type Counts,
} from "../../../../convex/shared/numbers";
import { csvLine } from "../../../lib/csv";
import { useFestival } from "../../../lib/festival";
import { useMinute } from "../../../lib/useMinute";

export type Span = FunctionReturnType<typeof api.numbers.read>[number];
export type Now = FunctionReturnType<typeof api.numbers.now>;
export type Period = { day: string | null; isToday: boolean };

/** The chosen period, stored in the URL. "Today" follows the festival day. */
export function usePeriod() {
  const [params, setParams] = useSearchParams();
  const { timeZone } = useFestival();
  const today = dayText(festivalDay(timeZone, useMinute()));
  const chosen = params.get("day") ?? "";
  const day = chosen === "all" ? null : dayOfText(chosen) === null ? today : chosen;
  const choose = (value: string) => setParams(value === "" ? {} : { day: value }, { replace: true });
  return { period: { day, isToday: day === today }, value: day === today ? "" : chosen, today, choose };
}

/** Returns the counts of every hour or day of the period, including empty ones, live. Null: loading. */
export function useSpans({ day }: Period): { spans: Span[] | null; isStale: boolean } {
  const loaded = useQuery(api.numbers.read, { day });
  const [last, setLast] = useState<Span[] | null>(null);
  const filled = loaded === undefined ? null : loaded.length === 0 ? loaded : withGapsFilled(loaded, day);
  if (filled !== null && JSON.stringify(filled) !== JSON.stringify(last)) setLast(filled);
  return { spans: last, isStale: filled === null };
}

/** Returns the earlier counted days, latest first. */
export function daysBefore(today: string, since: number | null, timeZone: string): string[] {
  const last = dayOfText(today);
  if (last === null || since === null) return [];
  const first = Math.max(festivalDay(timeZone, since), last - MAX_DAYS);
  return Array.from({ length: Math.max(0, last - first) }, (_, i) => dayText(last - 1 - i));
}

export function totalCounts(spans: Span[]): Counts {
  return totalOf(spans.map(({ counts }) => counts));
}

/** Returns the numbers as CSV text, one line per hour or day. Amounts in minor units. */
export function csvOf(spans: Span[]): string {
  const lines = spans.map(({ from, people, counts }) => [from, people, ...counters.map((counter) => counts[counter])]);
  return [["from", "people", ...counters], ...lines].map((line) => csvLine(line.map(String))).join("");
}

const MAX_DAYS = 120;

function withGapsFilled(spans: Span[], day: string | null): Span[] {
  const byStart = new Map(spans.map((span) => [span.from, span]));
  const starts = day === null ? daysOf(spans) : hoursOf(day);
  return starts.map((from) => byStart.get(from) ?? { from, counts: totalOf([]), people: 0 });
}

function hoursOf(day: string): string[] {
  const first = firstHourOf(dayOfText(day) ?? 0);
  return Array.from({ length: 24 }, (_, i) => hourText(first + i));
}

function daysOf(spans: Span[]): string[] {
  const first = dayOfText(spans[0]?.from ?? "");
  const last = dayOfText(spans.at(-1)?.from ?? "");
  if (first === null || last === null) return [];
  return Array.from({ length: last - first + 1 }, (_, i) => dayText(first + i));
}
