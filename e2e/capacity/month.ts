/** Computes the monthly cost of a large festival from the cost of each act. */
import { JOBS_OF_BUSY_MINUTE, type Cost } from "./meter";

/** The acts of an average member, in total and per day. A tenth of the members have Gold. They swipe far more and are dealt more cards. */
const once = {
  "signs up": 1,
  "submits a profile": 1.2,
  "is approved": 1.2,
  "buys Gold": 0.1,
};
const daily = {
  "opens the app and looks at each tab": 3,
  "has a screen open for a minute": 30,
  swipes: 0.9 * 5,
  "swipes with Gold": 0.1 * 60,
  "is liked, with the app open": 4,
  "matches, with the app open": 1,
  "writes a message that is read at once": 10,
};
export type Act = keyof typeof once | keyof typeof daily;
/** Days on which a member uses the app: the evening before, and the festival. */
const DAYS = 5;
/** Calls of the jobs that run only while members act. Each job runs at most once a minute, on all these days. */
const BUSY_JOBS = DAYS * 1_440 * JOBS_OF_BUSY_MINUTE.length;
/** The busiest hour's share of a day, and the share of members with the app open in it. */
const [BUSIEST_HOUR, OPEN_SHARE] = [0.25, 0.2];
/** With index entries, about twice the bytes of the documents are billed. */
const WITH_INDEXES = 2;

const [KB, MB, GB, M] = [1e3, 1e6, 1e9, 1e6];

/** The columns of an act: its heading, the cost that it shows, and the unit. */
const columns: [heading: string, key: keyof Cost, unit: number][] = [
  ["calls", "calls", 1],
  ["documents read", "databaseReadDocuments", 1],
  ["written", "databaseWriteDocuments", 1],
  ["KB read", "databaseReadBytes", KB],
  ["written", "databaseWriteBytes", KB],
  ["KB of photos", "photos", KB],
  ["KB over the socket", "socket", KB],
];

/** Returns the tables of docs/CAPACITY.md. `jobs`: calls of background jobs per idle month. */
export function tables(costs: Record<Act, Cost>, jobs: number): string {
  const [start, day] = [sum(costs, once), sum(costs, daily)];
  const acts = Object.entries({ ...costs, "**all one-time acts**": start, "**all acts of a day**": day });
  return [
    ...table(
      "a member",
      columns.map(([heading]) => heading),
      acts.map(([act, cost]) => [act, columns.map(([, key, unit]) => rounded(cost[key] / unit))]),
    ),
    "",
    ...festival(start, day, jobs),
  ].join("\n");
}

function festival(start: Cost, day: Cost, jobs: number): string[] {
  const sizes = [1_000, 10_000, 100_000];
  const total = (members: number, key: keyof Cost) => members * (start[key] + DAYS * day[key]);
  const bytes = (members: number) =>
    WITH_INDEXES * (total(members, "databaseReadBytes") + total(members, "databaseWriteBytes"));
  const busiest = (members: number, key: keyof Cost) => (members * day[key] * BUSIEST_HOUR) / 3_600;
  const rows: [name: string, cell: (members: number) => string][] = [
    ["function calls in the month", (n) => `${rounded((total(n, "calls") + jobs + BUSY_JOBS) / M)} M`],
    ["· a second in the busiest hour", (n) => rounded(busiest(n, "calls"))],
    ["database, read and written", (n) => `${rounded(bytes(n) / GB)} GB`],
    ["photos sent", (n) => `${rounded(total(n, "photos") / GB)} GB`],
    ["· a second in the busiest hour", (n) => `${rounded(busiest(n, "photos") / MB)} MB`],
    ["concurrent sockets", (n) => (n * OPEN_SHARE).toLocaleString("en")],
  ];
  return table(
    "members",
    sizes.map((members) => members.toLocaleString("en")),
    rows.map(([name, cell]) => [name, sizes.map(cell)]),
  );
}

function sum(costs: Record<Act, Cost>, counts: Partial<Record<Act, number>>): Cost {
  const times = Object.entries(counts) as [Act, number][];
  const totals = columns.map(([, key]) => [key, times.reduce((all, [act, count]) => all + count * costs[act][key], 0)]);
  return Object.fromEntries(totals) as Cost;
}

function rounded(value: number): string {
  return value < 10 ? String(Math.round(value * 10) / 10) : Math.round(value).toLocaleString("en");
}

/** Returns the lines of a Markdown table. */
function table(corner: string, headings: string[], rows: [name: string, cells: string[]][]): string[] {
  const line = (name: string, cells: string[]) => `| ${[name, ...cells].join(" | ")} |`;
  const separator = `|${" --- |".repeat(headings.length + 1)}`;
  return [line(corner, headings), separator, ...rows.map(([name, cells]) => line(name, cells))];
}
