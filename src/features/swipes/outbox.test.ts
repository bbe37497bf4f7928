import fc from "fast-check";
import { expect, test } from "vitest";
import type { Id } from "../../../convex/_generated/dataModel";
import type { SendResult as AnyResult } from "../../lib/outbox";
import { memoryStorage, settled } from "../../lib/outbox.testing";
import { swipesOutbox, type QueuedSwipe, type QueuedUndo, type RefusalReason } from "./outbox";

type SendResult = AnyResult<RefusalReason>;
type Entry = QueuedSwipe | QueuedUndo;

const people = ["Asha", "Mira", "Zoya", "Noor", "Tara", "Isha", "Rhea"].map((name) => name as Id<"users">);

/** The events for a person swiping in a crowd. */
const event = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant("swipe" as const), liked: fc.boolean() }) },
  { weight: 4, arbitrary: fc.constant({ type: "arrives" as const }) },
  { weight: 3, arbitrary: fc.constant({ type: "answered" as const }) },
  { weight: 2, arbitrary: fc.constant({ type: "reload" as const }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("late" as const), page: fc.nat(5) }) },
);

test("each swipe is applied once and in order, whatever is lost, repeated or reloaded in between", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 60 }), fc.nat(people.length), async (events, quota) => {
      const crowd = newCrowd(quota);
      for (const happening of events) await crowd.happen(happening);
      await crowd.calm();

      expect(crowd.applied).toEqual(crowd.decided.slice(0, quota));
      expect(crowd.refused).toEqual(crowd.decided.slice(quota));
      expect(crowd.queued()).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test("what was decided first about a person holds until it is answered", async () => {
  const outbox = newOutbox(memoryStorage(), () => new Promise(() => undefined));
  outbox.add({ profileId: people[0]!, liked: true });
  outbox.add({ profileId: people[0]!, liked: false });
  expect(outbox.queued().map(({ entry }) => entry)).toEqual([{ profileId: "Asha", liked: true }]);
});

test("who is taken back and decided on again before the first answer is decided on as said last", async () => {
  const sent: Entry[] = [];
  const answers: ((result: SendResult) => void)[] = [];
  const outbox = newOutbox(memoryStorage(), (swipe) => {
    sent.push(swipe);
    return new Promise((tell) => answers.push(tell));
  });
  const profileId = people[0]!;
  outbox.add({ profileId, liked: false });
  outbox.remove(profileId);
  outbox.add({ profileId, undo: true, key: "1" });
  outbox.add({ profileId, liked: true });
  for (let n = 0; n < 3; n++) {
    answers[n]?.("accepted");
    await settled();
  }
  expect(sent).toEqual([
    { profileId, liked: false },
    { profileId, undo: true, key: "1" },
    { profileId, liked: true },
  ]);
  expect(outbox.queued()).toEqual([]);
});

test("deciding, undoing, deciding and undoing again before the first result leaves the swipe undone", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const line = newUndecided();
      for (const one of steps) await line.happen(one);
      await line.calm();
      expect(line.isDecided()).toBe(line.isMeant());
      expect(line.queued()).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test("decisions do not wait for each other's answers", () => {
  const sent: Entry[] = [];
  const outbox = newOutbox(memoryStorage(), (swipe) => {
    sent.push(swipe);
    return new Promise(() => undefined);
  });
  for (const profileId of people) outbox.add({ profileId, liked: true });
  expect(sent.map(({ profileId }) => profileId)).toEqual(people);
});

type Event = typeof event extends fc.Arbitrary<infer E> ? E : never;
type Letter = { swipe: Entry; answer?: SendResult; tell: (answer: SendResult) => void };
/** One page's connection: what it sends arrives in order or not at all, and so do the answers. */
type Line = { out: Letter[]; back: Letter[] };

/** A person with a bad network, and a deployment that knows each decision once and takes no more than `quota`. */
function newCrowd(quota: number) {
  const storage = memoryStorage<Entry, RefusalReason>();
  const [decided, applied, refused]: [string[], string[], string[]] = [[], [], []];
  const judged = new Map<string, SendResult>();
  const lines: Line[] = [];
  let outbox = load();

  function load() {
    const line: Line = { out: [], back: [] };
    lines.push(line);
    const page = newOutbox(storage, (swipe) => new Promise((tell) => line.out.push({ swipe, tell })));
    page.onRefused(({ profileId }) => refused.includes(profileId) || refused.push(profileId));
    return page;
  }
  function arrive(line: Line) {
    const letter = line.out.shift();
    if (letter === undefined) return;
    const { profileId } = letter.swipe;
    const answer = judged.get(profileId) ?? (applied.length < quota ? "accepted" : { refused: "noneLeft" });
    if (!judged.has(profileId) && answer === "accepted") applied.push(profileId);
    judged.set(profileId, answer);
    line.back.push({ ...letter, answer });
  }
  async function answer(line: Line) {
    const letter = line.back.shift();
    if (letter?.answer) letter.tell(letter.answer);
    await settled();
  }
  const current = () => lines.at(-1)!;

  return {
    decided,
    applied,
    refused,
    queued: () => outbox.queued(),
    happen: async (happening: Event) => {
      if (happening.type === "swipe") {
        const profileId = people[decided.length];
        if (profileId === undefined) return;
        decided.push(profileId);
        outbox.add({ profileId, liked: happening.liked });
      }
      if (happening.type === "arrives") arrive(current());
      if (happening.type === "answered") await answer(current());
      // What an old page had sent may still arrive after it has gone; its answers reach nobody.
      if (happening.type === "late") arrive(lines[happening.page % lines.length]!);
      if (happening.type === "reload") {
        current().back = [];
        outbox = load();
      }
    },
    calm: async () => {
      while (current().out.length > 0) arrive(current());
      while (current().back.length > 0) await answer(current());
    },
  };
}

/** The steps of a person who keeps changing their mind about one card. */
const step = fc.oneof(
  { weight: 5, arbitrary: fc.constant("turn" as const) },
  { weight: 3, arbitrary: fc.constant("arrives" as const) },
  { weight: 3, arbitrary: fc.constant("answered" as const) },
);

/** A person who decides about one card and undoes it, in turn, like the screen. Their calls arrive in order. */
function newUndecided() {
  const profileId = people[0]!;
  const line: Line = { out: [], back: [] };
  const outbox = newOutbox(memoryStorage(), (swipe) => new Promise((tell) => line.out.push({ swipe, tell })));
  let [turns, isDecided] = [0, false];

  function turn() {
    turns += 1;
    if (turns % 2 === 1) return outbox.add({ profileId, liked: true });
    outbox.remove(profileId);
    outbox.add({ profileId, undo: true, key: String(turns) });
  }
  async function happen(what: typeof step extends fc.Arbitrary<infer Step> ? Step : never) {
    if (what === "turn") turn();
    if (what === "arrives" && line.out.length > 0) {
      const letter = line.out.shift()!;
      isDecided = !("undo" in letter.swipe);
      line.back.push({ ...letter, answer: "accepted" });
    }
    if (what === "answered") line.back.shift()?.tell("accepted");
    await settled();
  }
  return {
    happen,
    isDecided: () => isDecided,
    isMeant: () => turns % 2 === 1,
    queued: () => outbox.queued(),
    calm: async () => {
      while (line.out.length + line.back.length > 0) {
        await happen("arrives");
        await happen("answered");
      }
    },
  };
}

/** The outbox of a page that is alone. */
function newOutbox(storage: ReturnType<typeof memoryStorage<Entry, RefusalReason>>, send: Send) {
  const outbox = swipesOutbox({ storage, send, alone: (work) => work(), pause: () => Promise.resolve() });
  outbox.start();
  return outbox;
}

type Send = (swipe: Entry) => Promise<SendResult>;
