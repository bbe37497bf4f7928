/**
 * A match's two people write from two tabs, over cut connections and reloads. Each acknowledged message must be in the thread once, in
 * order, for both.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { ConvexClient } from "convex/browser";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../convex/_generated/api";
import type { Running } from "../bench/sides";
import { connect, type Side } from "../bench/workloads";
import { callAs, seededRandom, swipeAs } from "./calls";
import type { LoopReport } from "./loop";

/** Messages per person, in one burst below the limit per minute. */
const LINES = 10;
/** Pairs that write at the same time. */
const CONCURRENT_PAIRS = 4;

type Message = FunctionReturnType<typeof api.chat.messages>["messages"][number];

/** Creates pairs of matches and interrupts them `cuts` times in all. */
export async function threadsUnderCuts(ours: Running, cuts: number, seed: number): Promise<LoopReport> {
  const random = seededRandom(seed);
  const faults: string[] = [];
  const sum = { cuts: 0, lines: 0, pairs: 0 };
  for (let pair = 0; sum.cuts < cuts && faults.length < 20; pair += CONCURRENT_PAIRS) {
    const group = Array.from({ length: CONCURRENT_PAIRS }, (_, n) => new Talk(ours.side, 2 * (pair + n), random));
    await Promise.all(group.map((talk) => talk.write()));
    for (const talk of group) {
      faults.push(...(await talk.faults()));
      sum.cuts += talk.cuts;
      sum.lines += 2 * LINES;
      sum.pairs += 1;
    }
  }
  const summary = `${sum.cuts} cuts, ${sum.lines} messages of ${sum.pairs} pairs, seed ${seed}`;
  return { loop: "chat: cuts", summary, faults };
}

/** A thread and its two writers. */
class Talk {
  cuts = 0;
  #matchId = "";
  readonly #acknowledged = new Map<number, string>();
  readonly #faults: string[] = [];
  readonly #side: Side;
  readonly #first: number;
  readonly #random: () => number;

  constructor(side: Side, first: number, random: () => number) {
    this.#side = side;
    this.#first = first;
    this.#random = random;
  }

  async write(): Promise<void> {
    await swipeAs(this.#side, this.#first, this.#first + 1, true);
    await swipeAs(this.#side, this.#first + 1, this.#first, true);
    const matches = await callAs(this.#side.url, this.#token(0), "query", api.matches.list, {});
    this.#matchId = matches.kind === "value" ? matches.value[0]!.matchId : "";
    await Promise.all([this.#writeAs(0), this.#writeAs(1)]);
  }

  /** Returns differences between the acknowledged messages and either screen. */
  async faults(): Promise<string[]> {
    const mine = await this.#read(0);
    const theirs = await this.#read(1);
    for (const screen of [mine, theirs]) {
      const shown = screen.map(({ position, text }) => `${position} ${text}`);
      const expected = [...this.#acknowledged].sort(([a], [b]) => a - b).map(([at, text]) => `${at} ${text}`);
      if (shown.join("\n") !== expected.join("\n")) this.#faults.push(`${shown.join()} is not ${expected.join()}`);
    }
    for (const who of [0, 1] as const) {
      const own = mine.filter((message) => message.mine === (who === 0)).map(({ text }) => text);
      if (own.join() !== this.#lines(who).join()) this.#faults.push(`${own.join()} was not written in this order`);
    }
    return this.#faults;
  }

  async #writeAs(who: 0 | 1): Promise<void> {
    let client = connect(this.#side.url, this.#token(who));
    for (const text of this.#lines(who)) {
      for (;;) {
        const position = await this.#attempt(client, who, text);
        if (position !== null) {
          const existing = this.#acknowledged.get(position);
          if (existing !== undefined) this.#faults.push(`${position} is ${text} and ${existing}`);
          this.#acknowledged.set(position, text);
          break;
        }
        this.cuts += 1;
        await client.close();
        client = connect(this.#side.url, this.#token(who));
      }
    }
    await client.close();
  }

  /** Sends a message once, with a cut before, during or after the server's work. Returns its position, or null without a response. */
  async #attempt(client: ConvexClient, who: 0 | 1, text: string): Promise<number | null> {
    const args = { matchId: this.#matchId, key: text.replace(" ", "-"), text };
    const sent = client.mutation(api.chat.send, args);
    const tab = this.#random() < 0.2 ? callAs(this.#side.url, this.#token(who), "mutation", api.chat.send, args) : null;
    const result = sent.then(({ position }) => position);
    const isCut = this.#random() < 0.6;
    const position = isCut ? await Promise.race([result, wait(20 * this.#random(), null)]) : await result;
    const other = await tab;
    if (other?.kind === "broken") this.#faults.push(other.text);
    result.catch(() => undefined);
    // Half of the cuts lose a received response, as in a reload before it was stored.
    return isCut && this.#random() < 0.5 ? null : position;
  }

  async #read(who: 0 | 1): Promise<Message[]> {
    const all: Message[] = [];
    for (let before: number | undefined; ;) {
      const args = { matchId: this.#matchId, ...(before !== undefined && { before }) };
      const page = await callAs(this.#side.url, this.#token(who), "query", api.chat.messages, args);
      if (page.kind !== "value") return all;
      const { messages, more } = page.value;
      all.unshift(...messages);
      if (!more) return all;
      before = messages[0]!.position;
    }
  }

  #lines(who: 0 | 1): string[] {
    return Array.from({ length: LINES }, (_, n) => `${who === 0 ? "hers" : "his"} ${n}`);
  }

  #token(who: 0 | 1): string {
    return this.#side.members[this.#first + who]!.token;
  }
}
