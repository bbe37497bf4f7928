/** Computes the monthly cost of a large festival from the cost of each act. */
import { JOBS_OF_BUSY_MINUTE, type Cost } from "./meter";

export type Act =
  | "signs up"
  | "submits a profile"
  | "is approved"
  | "opens the app and looks at each tab"
  | "has a screen open for a minute"
  | "swipes"
  | "swipes with Gold"
  | "is liked, with the app open"
  | "matches, with the app open"
  | "writes a message that is read at once"
  | "buys Gold";

/** How often a member does each act: in total, and per day. A tenth have Gold: they swipe far more, and are dealt more cards. */
const once: Partial<Record<Act, number>> = {
  "signs up": 1,
  "submits a profile": 1.2,
  "is approved": 1.2,
  "buys Gold": 0.1,
};
const daily: Partial<Record<Act, number>> = {
  "opens the app and looks at each tab": 3,
  "has a screen open for a minute": 30,
  swipes: 0.9 * 5,
  "swipes with Gold": 0.1 * 60,
  "is liked, with the app open": 4,
  "matches, with the app open": 1,
  "writes a message that is read at once": 10,
};
/** Days on which a member uses the app: the evening before, and the festival. */
const DAYS = 5;
/** Calls of the jobs that run only while members act. Each job runs at most once a minute, on all these days. */
const BUSY_JOBS = DAYS * 1_440 * JOBS_OF_BUSY_MINUTE.length;
/** The busiest hour's share of a day, and the share of members with the app open in it. */
const [BUSIEST_HOUR, OPEN_AT_ONCE] = [0.25, 0.2];
/** With index entries, about twice the bytes of the documents are billed. */
const WITH_INDEXES = 2;

const [KB, MB, GB, M] = [1e3, 1e6, 1e9, 1e6];

/** Returns the tables of docs/CAPACITY.md. `jobs`: calls of background jobs per idle month. */
export function tables(costs: Record<Act, Cost>, jobs: number): string {
  const day = sum(costs, daily);
  const start = sum(costs, once);
  const acts = Object.entries(costs).map(([act, cost]) => row(act, cells(cost)));
  const header = row("a member", [
    "calls",
    "documents read",
    "written",
    "KB read",
    "written",
    "KB of photos",
    "KB over the socket",
  ]);
  const sums = [row("**all of it once**", cells(start)), row("**a day of it**", cells(day))];
  return [header, separator(8), ...acts, ...sums, "", ...festival(start, day, jobs)].join("\n");
}

function festival(start: Cost, day: Cost, jobs: number): string[] {
  const sizes = [1_000, 10_000, 100_000];
  const forEachSize = (cell: (members: number) => string) => sizes.map(cell);
  const total = (members: number, key: keyof Cost) => members * (start[key] + DAYS * day[key]);
  const bytes = (members: number) => WITH_INDEXES * (total(members, "bytesRead") + total(members, "bytesWritten"));
  return [
    row(
      "members",
      sizes.map((members) => members.toLocaleString("en")),
    ),
    separator(4),
    row(
      "function calls in the month",
      forEachSize((n) => `${rounded((total(n, "calls") + jobs + BUSY_JOBS) / M)} M`),
    ),
    row(
      "· a second in the busiest hour",
      forEachSize((n) => rounded((n * day.calls * BUSIEST_HOUR) / 3_600)),
    ),
    row(
      "database, read and written",
      forEachSize((n) => `${rounded(bytes(n) / GB)} GB`),
    ),
    row(
      "photos sent",
      forEachSize((n) => `${rounded(total(n, "photos") / GB)} GB`),
    ),
    row(
      "· a second in the busiest hour",
      forEachSize((n) => `${rounded((n * day.photos * BUSIEST_HOUR) / 3_600 / MB)} MB`),
    ),
    row(
      "sockets at once",
      forEachSize((n) => (n * OPEN_AT_ONCE).toLocaleString("en")),
    ),
  ];
}

function sum(costs: Record<Act, Cost>, counts: Partial<Record<Act, number>>): Cost {
  const total: Cost = {
    calls: 0,
    documentsRead: 0,
    bytesRead: 0,
    documentsWritten: 0,
    bytesWritten: 0,
    photos: 0,
    socket: 0,
  };
  for (const [act, count] of Object.entries(counts)) {
    for (const key of Object.keys(total) as (keyof Cost)[]) total[key] += count * costs[act as Act][key];
  }
  return total;
}

function cells(cost: Cost): string[] {
  const { calls, documentsRead, documentsWritten, bytesRead, bytesWritten, photos, socket } = cost;
  return [calls, documentsRead, documentsWritten, bytesRead / KB, bytesWritten / KB, photos / KB, socket / KB].map(
    rounded,
  );
}

function rounded(value: number): string {
  return value < 10 ? String(Math.round(value * 10) / 10) : Math.round(value).toLocaleString("en");
}

const row = (name: string, values: string[]) => `| ${[name, ...values].join(" | ")} |`;
const separator = (columns: number) => `|${" --- |".repeat(columns)}`;
