import { setTimeout as wait } from "node:timers/promises";
import type { Running } from "../bench/sides";

/** Where and how long a loop runs. */
export interface Plan {
  root: string;
  dir: string;
  port: number;
  /** Duration in milliseconds, from the deployment's start. */
  durationMs: number;
  seed: number;
}

/** A loop's work and faults. */
export interface LoopReport {
  loop: string;
  summary: string;
  faults: string[];
}

/**
 * Kills a deployment at a random moment during `work`. First it waits until `isUnderWay`, ten seconds at most. So the kill interrupts the
 * work on a slow machine too.
 */
export async function killDuring(
  work: Promise<unknown>,
  ours: Running,
  random: () => number,
  isUnderWay: () => boolean,
): Promise<void> {
  for (const deadline = Date.now() + 10_000; !isUnderWay() && Date.now() < deadline;) await wait(20);
  await wait(300 * random());
  await Promise.all([ours.kill(), work]);
}
