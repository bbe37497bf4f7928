/** The cost of idle people with the app open: approval times while they are connected (G4), and memory (G5). */
import { setTimeout as wait } from "node:timers/promises";
import { atRest, Crowds, FEW_QUERIES } from "./crowds";
import { mib, type Row } from "./figures";
import { compare, REPETITIONS, series } from "./loops";
import type { Floor, Running } from "./sides";
import { approvalLatency } from "./workloads";

const LEVELS = [0, 200, 1_000];
/** Approvals per repetition, and warm-up approvals before the first. Each is of another person. */
const [APPROVALS, WARM_UP] = [10, 100];
/** Memory per person is measured from the last level to this one: the first people also cause one-time allocations. */
const MAX_IDLE = 3_000;

/** Measures G4 and G5 on servers without other connections. Restarts ours first, because creating the members took extra memory. */
export async function measureIdle(ours: Running, floor: Floor): Promise<Row[]> {
  const rows: Row[] = [];
  const crowds = new Crowds();
  await ours.kill();
  await ours.restart();
  const memory = [await atRest(ours, floor)];
  const open = async (from: number, to: number) => {
    for (const { side } of [ours, floor]) {
      const tokens = side.members.slice(from, to).map(({ token }) => token);
      await crowds.open({ url: side.url, tokens, queries: FEW_QUERIES });
    }
  };
  try {
    for (const { side } of [ours, floor]) await series(WARM_UP, (n) => approvalLatency(side, n));
    let idle = 0;
    for (const [n, level] of LEVELS.entries()) {
      await open(idle, level);
      idle = level;
      const first = WARM_UP + n * REPETITIONS * APPROVALS;
      rows.push(await approvals(level, first, ours, floor));
      await wait(200);
    }
    memory.push(await atRest(ours, floor));
    await open(idle, MAX_IDLE);
    memory.push(await atRest(ours, floor));
  } finally {
    crowds.end();
  }
  const [rest, some, many] = memory as [number[], number[], number[]];
  const slope = (side: number) => ((many[side]! - some[side]!) * 1_000) / (MAX_IDLE - LEVELS.at(-1)!);
  return [
    ...rows,
    { figure: "G5 memory at rest", ours: mib(rest[0]!), floor: mib(rest[1]!), must: "≤ 100 MiB" },
    { figure: "G5 memory per 1,000 idle", ours: mib(slope(0)), floor: mib(slope(1)), must: "≤ 15 MiB" },
  ];
}

async function approvals(idle: number, first: number, ours: Running, floor: Floor): Promise<Row> {
  const name = `G4 approval seen, ${idle.toLocaleString("en")} idle`;
  const sides = { ours: ours.side, floor: floor.side };
  const { row } = await compare(name, "≤ 3 ×", sides, (side, repetition) =>
    series(APPROVALS, (k) => approvalLatency(side, first + repetition * APPROVALS + k)),
  );
  return row;
}
