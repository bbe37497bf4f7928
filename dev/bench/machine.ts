/** The machine's load and processes' memory. Only Linux reports them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cpus } from "node:os";

/** Returns text about the cores that other processes kept busy between two samples. */
export function foreignLoad(from: Sample, to: Sample): string {
  const foreign = foreignCores(from, to);
  return Number.isFinite(foreign) ? `${foreign.toFixed(2)} of ${cpus().length} cores` : "not known here";
}

/** Returns the cores that other processes kept busy between two samples. NaN if the system does not report it. */
export function foreignCores(from: Sample, to: Sample): number {
  const seconds = (to.time - from.time) / 1_000;
  return Math.max(0, (to.busy - from.busy - (to.own - from.own)) / TICKS / seconds);
}

export interface Sample {
  time: number;
  busy: number;
  own: number;
}

/** Returns the processor time so far: of the whole machine, and of this process and `pids` together. */
export function sample(pids: number[]): Sample {
  try {
    const [, user, nice, system, , , irq, soft] = readFileSync("/proc/stat", "utf8").split(/\s+/).map(Number);
    const own = [process.pid, ...pids].reduce((sum, pid) => sum + ticksOf(pid), 0);
    return { time: performance.now(), busy: user! + nice! + system! + irq! + soft!, own };
  } catch {
    return { time: performance.now(), busy: NaN, own: NaN };
  }
}

/** Returns a process's anonymous memory (MiB), without mapped files. */
export function anonymousMemory(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    return Number(/^Anonymous:\s+(\d+)/m.exec(text)?.[1]) / 1_024;
  } catch {
    return NaN;
  }
}

const TICKS = 100;

/** Returns a process's ticks, including those of its ended children. 0 for an ended process, because its parent has them. */
function ticksOf(pid: number): number {
  if (!existsSync(`/proc/${pid}`)) return 0;
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
}

/** Returns the processor time (ms) of a process's threads, by name and id. The first thread is "main". */
export function threadTimes(pid: number): Map<string, number> {
  const times = new Map<string, number>();
  for (const thread of existsSync(`/proc/${pid}/task`) ? readdirSync(`/proc/${pid}/task`) : []) {
    const [head, rest] = readFileSync(`/proc/${pid}/task/${thread}/stat`, "utf8").split(") ");
    const fields = rest!.split(" ");
    const name = Number(thread) === pid ? "main" : `${head!.split("(")[1]} ${thread}`;
    times.set(name, (Number(fields[11]) + Number(fields[12])) * (1_000 / TICKS));
  }
  return times;
}
