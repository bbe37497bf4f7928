/** The cost of people who only have the app open: approvals at the same time (G4), and memory (G5). */
import { fork, type ChildProcess } from "node:child_process";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { compare, REPETITIONS } from "./compare";
import { figure, type Row } from "./figures";
import { anonymous } from "./machine";
import type { Floor, Places, Running } from "./sides";
import { approvalLatency } from "./workloads";

const LEVELS = [0, 200, 1_000];
/** Approvals in one repetition, and warm-up approvals before the first. Nobody is approved twice. */
const [APPROVALS, WARM_UP] = [10, 100];
/** Memory per person is measured between the last level and this one: the first people also cause one-time allocations. */
const MOST = 3_000;

/** G4 and G5 on servers without other connections. Ours is restarted first, because making the members took extra memory. */
export async function measureIdle({ built }: Places, ours: Running, floor: Floor): Promise<Row[]> {
  const rows: Row[] = [];
  const crowds: ChildProcess[] = [];
  await ours.kill();
  await ours.restart();
  const memory = [await atRest(ours, floor)];
  try {
    for (const { side } of [ours, floor]) for (let n = 0; n < WARM_UP; n++) await approvalLatency(side, n);
    let idle = 0;
    for (const [n, level] of LEVELS.entries()) {
      for (const running of [ours, floor]) crowds.push(...(await opened(built, running, idle, level)));
      idle = level;
      const first = WARM_UP + n * REPETITIONS * APPROVALS;
      rows.push(await approvals(level, first, ours, floor));
      await wait(200);
    }
    memory.push(await atRest(ours, floor));
    for (const running of [ours, floor]) crowds.push(...(await opened(built, running, idle, MOST)));
    memory.push(await atRest(ours, floor));
  } finally {
    for (const crowd of crowds) crowd.disconnect();
  }
  const [rest, some, many] = memory as [MemoryBySide, MemoryBySide, MemoryBySide];
  const slope = (side: keyof MemoryBySide) => ((many[side] - some[side]) * 1_000) / (MOST - LEVELS.at(-1)!);
  const atAll = figure("G5 memory at rest", mib(rest.ours), mib(rest.floor), "", "≤ 100 MiB");
  const each = figure("G5 memory per 1,000 idle", mib(slope("ours")), mib(slope("floor")), "", "≤ 25 MiB");
  return [...rows, atAll, each];
}

interface MemoryBySide {
  ours: number;
  floor: number;
}

async function approvals(idle: number, first: number, ours: Running, floor: Floor): Promise<Row> {
  const name = `G4 approval seen, ${idle.toLocaleString("en")} idle`;
  const sides = { ours: ours.side, floor: floor.side };
  const { row } = await compare(name, "≤ 3 ×", sides, async (side, repetition) => {
    const times: number[] = [];
    for (let k = 0; k < APPROVALS; k++) times.push(await approvalLatency(side, first + repetition * APPROVALS + k));
    return times;
  });
  return row;
}

/** Opens the app for people `from` to `to`, in a separate process. */
async function opened(built: string, { side }: Floor, from: number, to: number): Promise<ChildProcess[]> {
  if (to === from) return [];
  const crowd = fork(path.join(built, "idleClients.js"), { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const open = new Promise((resolve) => crowd.once("message", resolve));
  crowd.send({ url: side.url, tokens: side.members.slice(from, to).map(({ token }) => token) });
  await open;
  return [crowd];
}

/** Collects garbage until the memory stops shrinking: finalizers free memory for the next collection. */
async function atRest(ours: Running, floor: Floor): Promise<MemoryBySide> {
  const held = () => ({ ours: anonymous(ours.pid), floor: anonymous(floor.pid) });
  let now = held();
  for (let [n, isLess] = [0, true]; n < 3 || (isLess && n < 12); n++) {
    await ours.collect();
    await wait(300);
    const next = held();
    isLess = next.ours < now.ours - 0.5;
    now = next;
  }
  return now;
}

function mib(value: number): string {
  return `${value.toFixed(1)} MiB`;
}
