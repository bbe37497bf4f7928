import fc from "fast-check";
import { expect, test } from "vitest";
import { Outbox, type OutboxStorage, type SendResult } from "./outbox";
import { memoryStorage, settled } from "./outbox.testing";

type Entry = { key: string; lane: string };
type Result = SendResult<string>;

const tab = fc.nat(1);
/** The events for a person writing in a crowd, with the product open in two tabs. */
const event = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant("write" as const), tab, lane: fc.constantFrom("A", "B") }) },
  { weight: 5, arbitrary: fc.record({ type: fc.constant("arrives" as const), tab }) },
  { weight: 5, arbitrary: fc.record({ type: fc.constant("answered" as const), tab }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("cut" as const), tab }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("reload" as const), tab }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("late" as const), page: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("flood" as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("time" as const) }) },
);

test.each([
  ["one tab sends at a time", true],
  ["the browser has no locks", false],
])("entries arrive once and in order despite lost connections, reloads and two tabs, when %s", async (_, hasLocks) => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 80 }), async (events) => {
      const crowd = newCrowd(hasLocks);
      for (const happening of events) await crowd.happen(happening);
      await crowd.calm();

      for (const lane of ["A", "B"]) {
        const inLane = (all: Entry[]) => all.filter((one) => one.lane === lane).map(({ key }) => key);
        expect(inLane(crowd.arrived)).toEqual(inLane(crowd.written));
      }
      expect(crowd.queued()).toEqual([[], []]);
    }),
    { numRuns: 300 },
  );
});

test("an entry waits for the answer to the previous one in its lane, and for no other lane", async () => {
  const { outbox, sent, answer } = page();
  outbox.add({ key: "1", lane: "A" });
  outbox.add({ key: "2", lane: "A" });
  outbox.add({ key: "3", lane: "B" });
  expect(sent).toEqual(["1", "3"]);
  await answer("1", "accepted");
  expect(sent).toEqual(["1", "3", "2"]);
});

test("the first entry is sent at once; the ones behind it wait until no other tab sends", () => {
  const { outbox, sent } = page({ withLock: () => new Promise(() => undefined) });
  outbox.add({ key: "1", lane: "A" });
  outbox.add({ key: "2", lane: "B" });
  expect(sent).toEqual(["1"]);
});

test("a rate-limited entry is sent again after the pause, before anything else in its lane", async () => {
  const { outbox, sent, answer, pauses } = page();
  outbox.add({ key: "1", lane: "A" });
  outbox.add({ key: "2", lane: "A" });
  await answer("1", { retryAfter: 5_000 });
  expect(sent).toEqual(["1"]);
  expect(pauses.map(({ ms }) => ms)).toEqual([5_000]);
  pauses[0]?.end();
  await settled();
  expect(sent).toEqual(["1", "1"]);
});

test("an entry with an unknown result stays, with those behind it, and is sent again when the outbox restarts", async () => {
  const { outbox, sent, answer, stop } = page();
  outbox.add({ key: "1", lane: "A" });
  outbox.add({ key: "2", lane: "A" });
  await answer("1", "unknown");
  expect(sent).toEqual(["1"]);
  stop();
  outbox.start();
  await settled();
  expect(sent).toEqual(["1", "1"]);
  expect(outbox.queued()).toHaveLength(2);
});

test("a refused entry is reported and removed", async () => {
  const { outbox, answer } = page();
  const [counts, refusals]: [number[], unknown[]] = [[], []];
  outbox.onChange(() => counts.push(outbox.queued().length));
  outbox.onRefused((entry, reason) => refusals.push([entry.key, reason]));
  outbox.add({ key: "1", lane: "A" });
  await answer("1", { refused: "Not here" });
  expect(counts).toEqual([1, 0]);
  expect(refusals).toEqual([["1", "Not here"]]);
});

test("a refused entry can be kept with its reason: those behind it go on, and it can be retried or removed", async () => {
  const { outbox, sent, answer } = page({ keepsRefusal: () => true });
  for (const key of ["1", "2", "3"]) outbox.add({ key, lane: "A" });
  await answer("1", { refused: "Not here" });
  expect(sent).toEqual(["1", "2"]);
  expect(outbox.queued().map(({ key, failure }) => [key, failure])).toEqual([
    ["1", "Not here"],
    ["2", undefined],
    ["3", undefined],
  ]);
  outbox.retry("1");
  expect(outbox.queued().map(({ key }) => key)).toEqual(["2", "3", "1"]);
  await answer("2", { refused: "Nor here" });
  outbox.remove("2");
  expect(outbox.queued().map(({ key }) => key)).toEqual(["3", "1"]);
});

test("an entry deleted while it is being sent, as by a sign-out, is not stored again by its answer", async () => {
  const { outbox, answer, storage } = page({ keepsRefusal: () => true });
  outbox.add({ key: "1", lane: "A" });
  storage.remove("1");
  await answer("1", { refused: "Not here" });
  expect(storage.read()).toEqual([]);
});

test("a stopped outbox sends nothing more, and releases its lock to another tab", async () => {
  let released = 0;
  const withLock = async (work: () => Promise<void>) => {
    await work();
    released += 1;
  };
  const { outbox, sent, stop } = page({ withLock });
  outbox.add({ key: "1", lane: "A" });
  stop();
  outbox.add({ key: "2", lane: "B" });
  await settled();
  expect(sent).toEqual(["1"]);
  expect(released).toBe(1);
});

test("an outbox that gets the lock while it is stopped sends after its next start", async () => {
  const waiting: (() => Promise<void>)[] = [];
  const withLock = (work: () => Promise<void>) => new Promise<void>(() => waiting.push(work));
  const { outbox, sent, answer, stop } = page({ withLock });
  outbox.add({ key: "1", lane: "A" });
  outbox.add({ key: "2", lane: "B" });
  stop();
  await answer("1", "accepted");
  void waiting.shift()?.();
  await settled();
  outbox.start();
  void waiting.shift()?.();
  await settled();
  expect(sent).toEqual(["1", "2"]);
});

test("sending and settling an entry reads no other entry, however many wait", async () => {
  const browser = memoryStorage<Entry, string>();
  const count = 50;
  for (let number = 1; number <= count; number++) {
    const entry = { key: `${number}`, lane: number % 2 === 0 ? "A" : `${number}` };
    browser.put({ ...entry, number, entry });
  }
  const [reads, finds]: [string[], string[]] = [[], []];
  const storage: OutboxStorage<Entry, string> = {
    ...browser,
    read: () => (reads.push("all"), browser.read()),
    find: (key) => (finds.push(key), browser.find(key)),
  };
  const options = {
    ...lanes,
    storage,
    pause: () => Promise.resolve(),
    withLock: (work: () => Promise<void>) => work(),
  };
  const outbox = new Outbox<Entry, string>({ ...options, send: () => Promise.resolve("accepted") });
  outbox.start();
  await settled();
  expect(outbox.queued()).toEqual([]);
  expect(reads).toHaveLength(2);
  expect(finds.length).toBeLessThanOrEqual(3 * count);
});

/** The outbox of a single page. The test sets its results. */
function page(more: { keepsRefusal?: () => boolean; withLock?: (work: () => Promise<void>) => Promise<void> } = {}) {
  const storage = memoryStorage<Entry, string>();
  const sent: string[] = [];
  const pending = new Map<string, (result: Result) => void>();
  const pauses: { ms: number; end: () => void }[] = [];
  const send = ({ key }: Entry) => {
    sent.push(key);
    return new Promise<Result>((resolve) => pending.set(key, resolve));
  };
  const pause = (ms: number) => new Promise<void>((end) => pauses.push({ ms, end }));
  const outbox = new Outbox({ ...lanes, storage, send, pause, withLock: (work) => work(), ...more });
  const stop = outbox.start();
  const answer = async (key: string, result: Result) => {
    pending.get(key)?.(result);
    await settled();
  };
  return { outbox, storage, sent, pauses, answer, stop };
}

const lanes = { keyOf: ({ key }: Entry) => key, laneOf: ({ lane }: Entry) => lane };

type Event = typeof event extends fc.Arbitrary<infer E> ? E : never;
type Letter = { entry: Entry; answer?: Result; tell: (answer: Result) => void };
/** One page: its outbox, and the calls and responses on their way, each in order. */
type Page = { outbox: Outbox<Entry, string>; out: Letter[]; back: Letter[]; close: () => void };

/** Two tabs with bad networks, and a deployment that accepts each key once and sometimes delays. */
function newCrowd(hasLocks: boolean) {
  const browser = memoryStorage<Entry, string>();
  const lock = hasLocks ? oneAtATime() : () => (work: () => Promise<void>) => work();
  const [written, arrived]: [Entry[], Entry[]] = [[], []];
  const pages: Page[] = [];
  let pauses: (() => void)[] = [];
  let isFull = false;

  function load(storage: OutboxStorage<Entry, string>): Page {
    const [out, back]: [Letter[], Letter[]] = [[], []];
    let leave = (): void => undefined;
    const gone = new Promise<void>((resolve) => (leave = resolve));
    const send = (entry: Entry) => new Promise<Result>((tell) => out.push({ entry, tell }));
    const pause = () => new Promise<void>((end) => pauses.push(end));
    const outbox = new Outbox({ ...lanes, storage, send, pause, withLock: lock(gone) });
    const stop = outbox.start();
    const page = { outbox, out, back, close: () => (stop(), leave()) };
    pages.push(page);
    return page;
  }
  const tabs = [load(browser.tab()), load(browser.tab())];

  function arrive({ out, back }: Page) {
    const letter = out.shift();
    if (letter === undefined) return;
    const isKnown = arrived.some(({ key }) => key === letter.entry.key);
    const answer = isFull && !isKnown ? { retryAfter: 1 } : "accepted";
    if (!isKnown && answer === "accepted") arrived.push(letter.entry);
    isFull = false;
    back.push({ ...letter, answer });
  }
  async function answer({ back }: Page) {
    const letter = back.shift();
    if (letter?.answer) letter.tell(letter.answer);
    await settled();
  }
  async function passTime() {
    for (const end of pauses.splice(0)) end();
    await settled();
  }
  async function reload(at: number) {
    // The closed page gets no results. What it had sent may still arrive.
    tabs[at]!.close();
    tabs[at]!.back = [];
    tabs[at] = load(browser.tab());
    await settled();
  }

  return {
    written,
    arrived,
    queued: () => tabs.map(({ outbox }) => outbox.queued()),
    happen: async (happening: Event) => {
      if (happening.type === "write") {
        const words = { key: `${written.length}`, lane: happening.lane };
        written.push(words);
        tabs[happening.tab]!.outbox.add(words);
        await settled();
      }
      if (happening.type === "arrives") arrive(tabs[happening.tab]!);
      if (happening.type === "answered") await answer(tabs[happening.tab]!);
      if (happening.type === "cut") {
        // The client repeats unanswered calls.
        const { out, back } = tabs[happening.tab]!;
        out.unshift(...back.splice(0));
      }
      if (happening.type === "reload") await reload(happening.tab);
      if (happening.type === "late") arrive(pages[happening.page % pages.length]!);
      if (happening.type === "flood") isFull = true;
      if (happening.type === "time") await passTime();
    },
    calm: async () => {
      isFull = false;
      const isBusy = () => tabs.some(({ out, back }) => out.length + back.length > 0) || pauses.length > 0;
      while (isBusy()) {
        for (const one of tabs) {
          arrive(one);
          await answer(one);
        }
        await passTime();
      }
      pauses = [];
    },
  };
}

/** A lock like the browser's: first come, first served, and released when its page closes. */
function oneAtATime() {
  let last = Promise.resolve();
  return (gone: Promise<void>) => (work: () => Promise<void>) => {
    const mine = last.then(() => Promise.race([work(), gone]));
    last = mine;
    return mine;
  };
}
