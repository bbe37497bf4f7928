/** Idle people with the app open, in separate processes, and their memory cost for a server. */
import type { ChildProcess } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { forkBuilt, request } from "./child";
import { anonymousMemory } from "./machine";
import type { Running } from "./sides";
import { queriesOf, type LiveQuery } from "./workloads";

/** The message that starts the work of a crowd's process. */
export interface Crowd {
  url: string;
  /** One per person. */
  tokens: string[];
  /** The subscriptions of each person. */
  queries: LiveQuery[];
}

/** Never change these, so that figures stay comparable. */
export const FEW_QUERIES = queriesOf("profiles:me", "matches:list", "matches:pendingLikes");

/** Keeps each client process below a gigabyte. */
const PEOPLE_IN_A_PROCESS = 2_500;

/** All client processes. */
export class Crowds {
  readonly #processes: ChildProcess[] = [];

  /** Opens the app for people. Resolves when all have their results. */
  async open({ url, tokens, queries }: Crowd): Promise<void> {
    for (let from = 0; from < tokens.length; from += PEOPLE_IN_A_PROCESS) {
      const child = forkBuilt("idleClients.js");
      this.#processes.push(child);
      await request(child, { url, tokens: tokens.slice(from, from + PEOPLE_IN_A_PROCESS), queries });
    }
  }

  end(): void {
    for (const crowd of this.#processes) crowd.disconnect();
  }
}

/**
 * Collects garbage in `ours` until its memory stops shrinking, because finalizers free memory only for the next collection. Returns MiB for
 * each process.
 */
export async function atRest(ours: Pick<Running, "pid" | "collect">, ...others: { pid: number }[]): Promise<number[]> {
  const memory = () => [ours, ...others].map(({ pid }) => anonymousMemory(pid));
  let current = memory();
  for (let [n, isLess] = [0, true]; n < 3 || (isLess && n < 12); n++) {
    await ours.collect();
    await wait(300);
    const next = memory();
    isLess = next[0]! < current[0]! - 0.5;
    current = next;
  }
  return current;
}
