/**
 * Two people write, at once and one after the other. Responses get lost, so messages are sent again. The thread must be the acknowledged
 * messages, in order, once, on both screens. `npm run nightly` cuts real connections.
 */
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { api } from "../../_generated/api";
import { say, talkers, type Pair } from "../../testing/chat.testing";
import type { Person } from "../../testing/people.testing";
import { setupTest } from "../../testing/product.testing";

const RUNS = 15;

/** One writes, both write at once, or one resends an earlier message, as after a lost response or from a second tab. */
type Step = { act: "send" | "both" | "again" | "tabs"; isHers: boolean; which: number };

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom("send", "both", "again", "tabs"),
  isHers: fc.boolean(),
  which: fc.nat(),
});

test("whatever is lost and sent again, a thread holds each acknowledged message once, in order", async () => {
  const steps = fc.array(step, { minLength: 5, maxLength: 30 });
  await fc.assert(fc.asyncProperty(steps, live), { numRuns: RUNS });
}, 120_000);

async function live(steps: Step[]): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"] });
  const pair = await talkers(setupTest());
  const thread = new Thread(pair);
  for (const { act, isHers, which } of steps) {
    vi.advanceTimersByTime(10_000);
    const [one, other] = isHers ? [pair.asha, pair.ravi] : [pair.ravi, pair.asha];
    if (act === "send") await thread.write(one);
    if (act === "both") await Promise.all([thread.write(one), thread.write(other)]);
    if (act === "again") await thread.repeat(which);
    if (act === "tabs") await thread.write(one, 2);
  }
  for (const person of [pair.asha, pair.ravi]) {
    expect(await allOf(person, pair.matchId)).toEqual(thread.acknowledged());
  }
  vi.useRealTimers();
}

/** The expected thread, from its acknowledgements. */
class Thread {
  readonly #pair: Pair;
  readonly #sent: { by: Person; key: string; position: number }[] = [];
  #written = 0;

  constructor(pair: Pair) {
    this.#pair = pair;
  }

  async write(by: Person, tabs = 1): Promise<void> {
    const key = `line-${(this.#written += 1)}`;
    const answers = await Promise.all(Array.from({ length: tabs }, () => say(by, this.#pair.matchId, key, key)));
    const positions = new Set(answers.map(({ position }) => position));
    expect(positions.size).toBe(1);
    for (const position of positions) this.#sent.push({ by, key, position });
  }

  async repeat(which: number): Promise<void> {
    const old = this.#sent[which % this.#sent.length];
    if (old === undefined) return;
    const again = await say(old.by, this.#pair.matchId, old.key, old.key);
    expect(again.position).toBe(old.position);
  }

  acknowledged(): string[] {
    const inOrder = this.#sent.toSorted((a, b) => a.position - b.position);
    expect(inOrder.map(({ position }) => position)).toEqual(inOrder.map((_, at) => at + 1));
    return inOrder.map(({ key }) => key);
  }
}

async function allOf(person: Person, matchId: string): Promise<string[]> {
  const all: string[] = [];
  for (let before: number | undefined; ;) {
    const page = await person.query(api.chat.messages, { matchId, ...(before !== undefined && { before }) });
    all.unshift(...page.messages.map(({ text }) => text));
    if (!page.more) return all;
    before = page.messages[0]!.position;
  }
}
