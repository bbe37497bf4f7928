/**
 * The cost of a commit next to many idle sockets and documents. It should depend only on what the commit touches. Each repetition measures
 * a small and a large deployment in turn. Exponents use their ratios.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { atRest, Crowds } from "./crowds";
import { exponent, median, mib, ms, seconds, type Row } from "./figures";
import { interleave, REPETITIONS, series } from "./loops";
import { coldStart, documentsIn, startOurs } from "./sides";
import { approvalLatency, matchLatency, queriesOfAPage, swipeTimes, type Side } from "./workloads";

/** Members of the small deployment (10,000 documents) and of the large one (a million documents). */
const [FEW, MANY] = [1_000, 100_000];
const LEVELS = [100, 1_000, 10_000];
/** Matches, swipes and approvals per repetition, each of different people. */
const [MATCHES, SWIPES, APPROVALS] = [16, 30, 8];
const WARM_UP = 2;
/**
 * Numbers of the first swiper, of the first matching pair, and of the first idle person. All swipers and pairs are among the thousand with
 * Gold, whose swipes are unlimited.
 */
const [SWIPER, MATCH_FROM, IDLE_FROM] = [0, 20, 900];
/** File descriptors that a server needs besides its sockets. */
const SPARE_FILES = 500;
const PORT = 17_640;

const KINDS = ["Match", "Swipe", "Approval"] as const;
type Kind = (typeof KINDS)[number];
/** Milliseconds. */
type Times = Record<Kind, number[]>;

/** A level: all times of both deployments, and the median of their ratios. */
interface Level {
  idle: number;
  few: Times;
  many: Times;
  ratio: Record<Kind, number>;
}

export async function measureScaling(root: string, dir: string): Promise<Row[]> {
  const [smallDir, largeDir] = [path.join(dir, "few"), path.join(dir, "many")];
  const maxSockets = Math.min(LEVELS.at(-1)!, openFiles() - SPARE_FILES);
  const small = await startOurs(root, smallDir, PORT, FEW);
  const large = await startOurs(root, largeDir, PORT + 2, MANY, { connecting: IDLE_FROM + maxSockets });
  const crowds = new Crowds();
  const levels: Level[] = [];
  const memory: number[] = [];
  const open = (side: Side, from: number, to: number) => {
    const tokens = side.members.slice(IDLE_FROM + from, IDLE_FROM + to).map(({ token }) => token);
    return crowds.open({ url: side.url, tokens, queries: queriesOfAPage(Date.now()) });
  };
  let opened = 0;
  try {
    // Restarts it, because creating the members took extra memory.
    await large.kill();
    await large.restart();
    await open(small.side, 0, LEVELS[0]!);
    const repetitions = repetitionsOf(small.side, large.side);
    await repetitions(WARM_UP);
    for (const idle of LEVELS.filter((level) => level <= maxSockets)) {
      const startedAt = performance.now();
      await open(large.side, opened, idle);
      opened = idle;
      console.log(`${idle.toLocaleString("en")} sockets open after ${seconds(performance.now() - startedAt)}`);
      await wait(1_000);
      levels.push({ idle, ...(await repetitions(REPETITIONS)) });
      memory.push((await atRest(large))[0]!);
    }
  } finally {
    crowds.end();
    await small.stop();
    await large.kill();
  }
  const afterKill = await coldStart(largeDir, PORT + 4, { clean: true });
  const documents: [number, number] = [documentsIn(smallDir), documentsIn(largeDir)];
  const starts = await series(REPETITIONS, () => coldStart(largeDir, PORT + 4, { clean: true }));
  const startLabel = `start with ${documents[1].toLocaleString("en")} documents`;
  return [
    ...levels.flatMap((level) => rowsOf(level, documents)),
    ...exponents(levels, documents),
    memoryRow(levels, memory),
    ...(maxSockets < LEVELS.at(-1)! ? [{ figure: `More sockets: this machine allows ${openFiles()} open files` }] : []),
    { figure: `After a kill, ${startLabel}`, ours: `${Math.round(afterKill)} ms`, must: "≤ 3,000 ms" },
    { figure: `Clean ${startLabel}`, ours: `${Math.round(median(starts))} ms`, must: "≤ 3,000 ms" },
  ];
}

/** Returns a function that measures both sides in turn. Each call uses other people. */
function repetitionsOf(few: Side, many: Side): (count: number) => Promise<Omit<Level, "idle">> {
  let done = 0;
  return async (count) => {
    const from = done;
    done += count;
    const times = await interleave({ few: (n) => timesOf(few, from + n), many: (n) => timesOf(many, from + n) }, count);
    const all = (side: Times[]) => byKind((kind) => side.flatMap((times) => times[kind]));
    const ratio = (kind: Kind) => median(times.many.map((many, n) => median(many[kind]) / median(times.few[n]![kind])));
    return { few: all(times.few), many: all(times.many), ratio: byKind(ratio) };
  };
}

async function timesOf(side: Side, repetition: number): Promise<Times> {
  return {
    Match: await series(MATCHES, (k) => matchLatency(side, MATCH_FROM + 2 * (repetition * MATCHES + k))),
    Swipe: await swipeTimes(side, SWIPER + (repetition % MATCH_FROM), SWIPES, repetition * SWIPES),
    Approval: await series(APPROVALS, (k) => approvalLatency(side, repetition * APPROVALS + k)),
  };
}

function rowsOf({ idle, few, many, ratio }: Level, documents: [number, number]): Row[] {
  const [fewDocuments, manyDocuments] = documents.map((count) => count.toLocaleString("en"));
  return KINDS.map((kind) => ({
    figure: `${kind}, ${idle.toLocaleString("en")} idle, ${manyDocuments} documents`,
    ours: ms(many[kind]),
    floor: `(${LEVELS[0]}; ${fewDocuments}) ${ms(few[kind])}`,
    ratio: `${ratio[kind].toFixed(2)} ×`,
  }));
}

function exponents(levels: Level[], [few, many]: [number, number]): Row[] {
  const [first, last] = [levels[0]!, levels.at(-1)!];
  const rowFor = (what: string, valueOf: (kind: Kind) => number) => ({
    figure: `Exponent in ${what}: match, swipe, approval`,
    ours: KINDS.map((kind) => valueOf(kind).toFixed(2)).join(", "),
    must: "≤ 0.1",
  });
  return [
    rowFor("documents", (kind) => exponent({ size: few, time: 1 }, { size: many, time: first.ratio[kind] })),
    rowFor("idle sockets", (kind) =>
      exponent({ size: first.idle, time: first.ratio[kind] }, { size: last.idle, time: last.ratio[kind] }),
    ),
  ];
}

/** Returns the memory between the last two levels, because the first people also cause one-time allocations. */
function memoryRow(levels: Level[], memory: number[]): Row {
  const [from, to] = [levels.at(-2)!, levels.at(-1)!];
  const perThousand = ((memory.at(-1)! - memory.at(-2)!) * 1_000) / (to.idle - from.idle);
  const name = `Memory per 1,000 idle with ${queriesOfAPage(0).length} live queries each; at ${to.idle.toLocaleString("en")}`;
  return { figure: name, ours: `${mib(perThousand)}; ${mib(memory.at(-1)!)}`, must: "≤ 15 MiB" };
}

function byKind<T>(valueOf: (kind: Kind) => T): Record<Kind, T> {
  return { Match: valueOf("Match"), Swipe: valueOf("Swipe"), Approval: valueOf("Approval") };
}

/** Returns how many open files, and so sockets, a process may have. Infinity on systems other than Linux. */
function openFiles(): number {
  try {
    const [, limit] = /^Max open files\s+\d+\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return limit === undefined ? Infinity : Number(limit);
  } catch {
    return Infinity;
  }
}
