import fc from "fast-check";
import { expect, test } from "vitest";
import type { Id } from "../../../convex/_generated/dataModel";
import type { SendResult as AnyResult } from "../../lib/outbox";
import { memoryStorage, settled } from "../../lib/outbox.testing";
import { swipesOutbox, type QueuedSwipe, type QueuedUndo, type RefusalReason } from "./outbox";

type SendResult = AnyResult<RefusalReason>;
type Entry = QueuedSwipe | QueuedUndo;

// `lib/outbox.test.ts` tests that a bad network loses, repeats and reorders nothing.
const people = ["Asha", "Mira", "Zoya", "Noor", "Tara", "Isha", "Rhea"].map((name) => name as Id<"users">);

test("the first decision about a person holds until it is answered", async () => {
  const outbox = newOutbox(memoryStorage(), () => new Promise(() => undefined));
  outbox.add({ profileId: people[0]!, liked: true });
  outbox.add({ profileId: people[0]!, liked: false });
  expect(outbox.queued().map(({ entry }) => entry)).toEqual([{ profileId: "Asha", liked: true }]);
});

test("a swipe, its undo and a new swipe before the first answer are all sent, in order", async () => {
  const sent: Entry[] = [];
  const answers: ((result: SendResult) => void)[] = [];
  const outbox = newOutbox(memoryStorage(), (swipe) => {
    sent.push(swipe);
    return new Promise((answerSwipe) => answers.push(answerSwipe));
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

test("however often a person swipes and undoes one card before the answers, their last choice holds", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const line = newUndecided();
      for (const one of steps) await line.take(one);
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

type Letter = { swipe: Entry; answer?: SendResult; answerSwipe: (answer: SendResult) => void };
/** One page's connection. Calls and responses arrive in order or not at all. */
type Line = { out: Letter[]; back: Letter[] };

/** The steps of a person who keeps changing their mind about one card. */
const step = fc.oneof(
  { weight: 5, arbitrary: fc.constant("toggle" as const) },
  { weight: 3, arbitrary: fc.constant("arrives" as const) },
  { weight: 3, arbitrary: fc.constant("answered" as const) },
);

/** A person who decides about one card and undoes it, in turn, like the screen. Their calls arrive in order. */
function newUndecided() {
  const profileId = people[0]!;
  const line: Line = { out: [], back: [] };
  const outbox = newOutbox(
    memoryStorage(),
    (swipe) => new Promise((answerSwipe) => line.out.push({ swipe, answerSwipe })),
  );
  let [toggles, isDecided] = [0, false];

  function toggle() {
    toggles += 1;
    if (toggles % 2 === 1) return outbox.add({ profileId, liked: true });
    outbox.remove(profileId);
    outbox.add({ profileId, undo: true, key: String(toggles) });
  }
  async function take(event: typeof step extends fc.Arbitrary<infer Step> ? Step : never) {
    if (event === "toggle") toggle();
    if (event === "arrives" && line.out.length > 0) {
      const letter = line.out.shift()!;
      isDecided = !("undo" in letter.swipe);
      line.back.push({ ...letter, answer: "accepted" });
    }
    if (event === "answered") line.back.shift()?.answerSwipe("accepted");
    await settled();
  }
  return {
    take,
    isDecided: () => isDecided,
    isMeant: () => toggles % 2 === 1,
    queued: () => outbox.queued(),
    calm: async () => {
      while (line.out.length + line.back.length > 0) {
        await take("arrives");
        await take("answered");
      }
    },
  };
}

/** The outbox of a browser's only page. */
function newOutbox(storage: ReturnType<typeof memoryStorage<Entry, RefusalReason>>, send: Send) {
  const outbox = swipesOutbox({ storage, send, withLock: (work) => work(), pause: () => Promise.resolve() });
  outbox.start();
  return outbox;
}

type Send = (swipe: Entry) => Promise<SendResult>;
