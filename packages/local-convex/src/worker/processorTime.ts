import { readFileSync, readlinkSync } from "node:fs";
import { partsOf } from "../paths.mjs";

/** Returns the operating system's id of the calling thread on Linux, 0 elsewhere. */
export function ownThread(): number {
  try {
    return Number(partsOf(readlinkSync("/proc/thread-self")).at(-1));
  } catch {
    return 0;
  }
}

/**
 * Returns the processor time (ms) of a thread. If the system does not report that, returns the whole process's, which is at least as much.
 */
export function processorMs(thread: number): number {
  if (thread > 0) {
    try {
      // The thread's name ends at the last bracket. Linux counts in hundredths of a second here.
      const stat = readFileSync(`/proc/self/task/${thread}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return (Number(fields[USER]) + Number(fields[SYSTEM])) * 10;
    } catch {
      // The thread has just ended.
    }
  }
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

const USER = 11;
const SYSTEM = 12;
