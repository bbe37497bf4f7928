/**
 * `npm run bench -- profile`: the time of each stage between a call and its awaited result, for a match, a swipe, an approval and a deck.
 * Medians in microseconds, one call at a time. A mark costs about half a microsecond.
 */
import path from "node:path";
import { ConvexClient } from "convex/browser";
import { markSpan, takeMarks, type Mark } from "local-convex/testing/marks";
import { median, type Row } from "./figures";
import { series } from "./loops";
import { threadTimes } from "./machine";
import { startOurs } from "./sides";
import { approvalLatency, deckTimes, matchLatency, swipeRate } from "./workloads";

const MEMBERS = 1_000;
const [WARM_UP, COUNTED] = [150, 200];
/** Approvals. The first half are warm-up. */
const APPROVED = 200;
const [CLIENTS, EACH] = [32, 60];
const PORT = 17_690;
const MARKED = "../../packages/local-convex/testing/profile/server.js";

/** A stage lasts from the end of the previous one to the first or last mark of this name. */
const STAGES: [stage: string, mark: string, which: "first" | "last"][] = [
  ["client, socket", "receive>", "first"],
  ["frame read, call made", "ask>", "first"],
  ["to the core", "handle>", "first"],
  ["queue, idempotency check", "run>", "first"],
  ["function with its validators", "run<", "first"],
  ["affected queries found", "absorb<", "first"],
  ["result recorded", "record<", "first"],
  ["commit", "commit<", "first"],
  ["queries run again and compared", "settle<", "first"],
  ["sync of the disk, effects", "report>", "first"],
  ["to the front", "deliver>", "first"],
  ["changes combined", "flush>", "last"],
  ["frames written", "flush<", "last"],
];

/** A call's span, from its start to its awaited result (µs). */
interface Call {
  from: number;
  to: number;
}

/** Prints the stages of each action, and a swipe's processor time while many people swipe. */
export async function profile(root: string, dir: string): Promise<Row[]> {
  markSpan(ConvexClient.prototype, "mutation", "mutation");
  markSpan(ConvexClient.prototype, "query", "query");
  const marked = await startOurs(root, path.join(dir, "marked"), PORT, MEMBERS, { server: MARKED });
  try {
    const { side } = marked;
    const matches = await callsUntilSeen(WARM_UP + COUNTED, (k) => matchLatency(side, 200 + 2 * k));
    show("A match, from B's like to A's screen", matches.slice(WARM_UP), await marked.marks());
    await swipeRate(side, 1, WARM_UP, 0);
    const swipes = await callsDuring("mutation", () => swipeRate(side, 1, COUNTED, WARM_UP));
    show("A swipe, to its response", swipes, await marked.marks());
    const approvals = await callsUntilSeen(APPROVED, (k) => approvalLatency(side, k));
    show("An approval, until the member sees it", approvals.slice(APPROVED / 2), await marked.marks());
    const decks = await callsDuring("query", () => deckTimes(side, 100, COUNTED));
    show("A deck, to its cards", decks, await marked.marks());
  } finally {
    await marked.stop();
  }
  const plain = await startOurs(root, path.join(dir, "plain"), PORT + 2, MEMBERS);
  try {
    await swipeRate(plain.side, CLIENTS, EACH, 0);
    const timesBefore = threadTimes(plain.pid);
    const rate = await swipeRate(plain.side, CLIENTS, EACH, EACH);
    console.log(`\nProcessor time of a swipe, ${CLIENTS} clients, ${Math.round(rate)}/s (µs by thread)`);
    for (const [thread, time] of threadTimes(plain.pid)) {
      const each = ((time - (timesBefore.get(thread) ?? 0)) * 1_000) / (CLIENTS * EACH);
      if (each >= 10) console.log(`${thread.padEnd(34)}${each.toFixed(0).padStart(7)}`);
    }
  } finally {
    await plain.stop();
  }
  return [];
}

/** Runs `latency` `count` times. A call starts at the last mutation of its run, and lasts as long as `latency` returns. */
function callsUntilSeen(count: number, latency: (k: number) => Promise<number>): Promise<Call[]> {
  return series(count, async (k) => {
    takeMarks();
    const duration = await latency(k);
    const from = takeMarks().findLast(([name]) => name === "mutation>")![1];
    return { from, to: from + duration * 1_000 };
  });
}

async function callsDuring(type: "mutation" | "query", work: () => Promise<unknown>): Promise<Call[]> {
  takeMarks();
  await work();
  const marks = takeMarks();
  const times = (name: string) => marks.filter(([markName]) => markName === name).map(([, at]) => at);
  const ends = times(`${type}<`);
  return times(`${type}>`).map((from, n) => ({ from, to: ends[n]! }));
}

/** Prints the median of each stage, and of the marks inside stages. */
function show(title: string, calls: Call[], marks: Mark[]): void {
  marks.sort((a, b) => a[1] - b[1]);
  const stages = STAGES.map(() => [] as number[]);
  const rest = { last: [] as number[], all: [] as number[], database: [] as number[], reads: [] as number[] };
  const reruns: number[] = [];
  for (const { from, to } of calls) {
    const within = marks.filter(([, at]) => at >= from && at <= to);
    let previousEnd = from;
    for (const [n, [, name, which]] of STAGES.entries()) {
      // A query runs after the commit, a mutation before it. Marks out of order belong to other stages.
      const candidates = within.filter(([markName, at]) => markName === name && at >= previousEnd);
      const mark = which === "first" ? candidates[0] : candidates.at(-1);
      if (mark === undefined) continue;
      stages[n]!.push(mark[1] - previousEnd);
      previousEnd = mark[1];
    }
    rest.last.push(to - previousEnd);
    rest.all.push(to - from);
    rest.database.push(sum(within, "database<") - sum(within, "database>"));
    rest.reads.push(count(within, "database>"));
    reruns.push(count(within, "run<") - 1);
  }
  console.log(`\n${title} (µs)`);
  for (const [n, [stage]] of STAGES.entries()) if (stages[n]!.length > calls.length / 2) line(stage, stages[n]!);
  line("socket, client", rest.last);
  line("all of it", rest.all);
  line("of these: reads and writes", rest.database);
  line("how many reads and writes", rest.reads);
  line("how many queries run again", reruns);
}

function count(marks: Mark[], name: string): number {
  return marks.filter(([markName]) => markName === name).length;
}

function sum(marks: Mark[], name: string): number {
  return marks.reduce((total, [markName, at]) => (markName === name ? total + at : total), 0);
}

function line(name: string, values: number[]): void {
  if (values.length > 0) console.log(`${name.padEnd(34)}${median(values).toFixed(0).padStart(7)}`);
}
