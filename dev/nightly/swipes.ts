import { pushed } from "../bench/pushing";
import { startOurs, type Running, type StartOptions } from "../bench/sides";
import { seededRandom, swipeAs } from "./calls";
import type { LoopReport, Plan } from "./loop";

export const CONCURRENT_PAIRS = 16;
/** Maximum number of decisions that one query can read. */
const MAX_DECISIONS = 8_000;
const NO_SWIPES_LEFT = "no swipes left";

/** All men and women of a deployment swipe on each other, each pair once. Remembers the answered decisions. */
export class Swipes {
  readonly answered = new Set<string>();
  readonly #ours: Running;
  readonly #random: () => number;
  #pairs = 0;

  constructor(ours: Running, random: () => number) {
    this.#ours = ours;
    this.#random = random;
  }

  get isOver(): boolean {
    return this.answered.size >= MAX_DECISIONS;
  }

  /** Lets the next pair swipe on each other. Returns why their swipes failed. */
  async next(): Promise<string[]> {
    if (this.isOver) return [NO_SWIPES_LEFT];
    const [man, woman] = pairOf(this.#pairs++, this.#ours.side.members.length / 2);
    const failures = await Promise.all([this.#swipe(man, woman), this.#swipe(woman, man)]);
    return failures.filter((failure) => failure !== null);
  }

  /** Lets `CONCURRENT_PAIRS` pairs swipe at a time, until their swipes fail. */
  async untilFailure(): Promise<void> {
    const swipe = async () => {
      while ((await this.next()).length === 0);
    };
    await Promise.all(Array.from({ length: CONCURRENT_PAIRS }, swipe));
  }

  /** Returns answered decisions that are missing, and broken rules. */
  async missing(): Promise<string[]> {
    const { decisions, wrong: violations } = await this.#ours.call(pushed.checks.audit, {});
    const stored = new Set(decisions);
    const lost = [...this.answered].filter((decision) => !stored.has(decision));
    return [...violations, ...lost.map((decision) => `answered and lost: ${decision}`)];
  }

  async #swipe(from: number, to: number): Promise<string | null> {
    const { side } = this.#ours;
    const liked = this.#random() < 0.7;
    const result = await swipeAs(side, from, to, liked).catch(() => null);
    const decision = `${side.members[from]!.id}>${side.members[to]!.id}:${liked ? "like" : "dislike"}`;
    if (result?.kind === "value") this.answered.add(decision);
    if (result === null) return "cut";
    return result.kind === "broken" ? result.text : null;
  }
}

/** A deployment whose people swipe, and the faults that a loop has found so far. */
export interface SwipeRun {
  ours: Running;
  swipes: Swipes;
  random: () => number;
  faults: string[];
}

/** `most`: a maximum number of interruptions. */
interface SwipeRunOptions extends StartOptions {
  people: number;
  most?: number;
}

/**
 * Starts a deployment, and repeatedly calls `interrupt`, which ends its process during swipes. After each restart every answered swipe must
 * exist, and the rules must hold.
 */
export async function interruptRepeatedly(
  { root, dir, port, durationMs, seed }: Plan,
  { people, most = Infinity, ...options }: SwipeRunOptions,
  interrupt: (run: SwipeRun) => Promise<void>,
): Promise<Omit<LoopReport, "loop">> {
  const ours = await startOurs(root, dir, port, people, options);
  const random = seededRandom(seed);
  const swipes = new Swipes(ours, random);
  const faults: string[] = [];
  const until = Date.now() + durationMs;
  let times = 0;
  for (; Date.now() < until && times < most && !swipes.isOver; times++) {
    await interrupt({ ours, swipes, random, faults });
    await ours.restart();
    faults.push(...(await swipes.missing()));
  }
  await ours.stop();
  return { summary: `${times} times, ${swipes.answered.size} answered swipes, seed ${seed}`, faults };
}

/** Returns the `n`th of all pairs of a man and a woman. `each`: the number of men, and of women. */
export function pairOf(n: number, each: number): [man: number, woman: number] {
  return [2 * (n % each), 2 * ((n + Math.floor(n / each)) % each) + 1];
}
