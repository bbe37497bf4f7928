import { readFileSync, readlinkSync } from "node:fs";
import { partsOf } from "../paths.mjs";

/** The operating system's id of the calling thread on Linux; 0 elsewhere. */
export function ownThread(): number {
  try {
    return Number(partsOf(readlinkSync("/proc/thread-self")).at(-1));
  } catch {
    return 0;
  }
}

/**
 * The processor time that a thread of this process has used, in milliseconds. Where the system does not tell, that of the whole
 * process, which is at least as much.
 */
export function processorMs(thread: number): number {
  if (thread > 0) {
    try {
      // What precedes the last bracket is the thread's name. Linux counts in hundredths of a second here.
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
