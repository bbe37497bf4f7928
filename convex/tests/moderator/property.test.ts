/** Decisions with undo, in any order. */
import fc from "fast-check";
import { expect } from "vitest";
import { api, internal } from "../../_generated/api";
import { undo, withApplicant } from "../../testing/moderator.testing";
import { readProfileCounts } from "../../model/numbers/profileCounts";
import { moderator, type Person } from "../../testing/people.testing";
import { rowsIn, test, type Product } from "../../testing/product.testing";
import { change, waitingVersion } from "../../testing/profiles.testing";
import { deckOf } from "../../testing/views.testing";
import { runs } from "../../testing/runs.testing";

type Step = { who: 0 | 1; act: "approve" | "reject" | "undo" | "decide" | "wait" | "edit" };

test("in any order of two moderators' acts, each version gets one decision, and only an approved person is in decks", async () => {
  const step: fc.Arbitrary<Step> = fc.record({
    who: fc.constantFrom(0, 1),
    act: fc.constantFrom("approve", "reject", "undo", "decide", "wait", "edit"),
  });
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 12 }), anyOrder), { numRuns: runs(4) });
}, 120_000);

async function anyOrder(steps: Step[]): Promise<void> {
  const { t, mona, ravi, asha } = await withApplicant();
  const desk = [mona, await moderator(t, "Nils")];
  const last: [string, string] = ["", ""];
  for (const { who, act } of steps) {
    const [mod, id] = [desk[who]!, await waitingVersion(t, asha).catch(() => last[who])];
    const call = {
      approve: () => mod.mutation(api.moderator.decideWithUndo, { id, approved: true }),
      reject: () => mod.mutation(api.moderator.decideWithUndo, { id, approved: false }),
      decide: () => mod.mutation(api.moderator.decide, { id, approved: true }),
      undo: () => undo(mod, last[who]),
      wait: () => finishAll(t),
      edit: () => change(asha, { bio: `Row ${Math.random()}` }),
    }[act];
    const done = await Promise.resolve(call()).then(
      () => true,
      () => false,
    );
    if (done && (act === "approve" || act === "reject")) last[who] = id;
    await expectInvariants(t, ravi, asha, JSON.stringify(steps));
  }
}

/** The invariants after every step. */
async function expectInvariants(t: Product, ravi: Person, asha: Person, steps: string): Promise<void> {
  const { status } = (await rowsIn(t, "users")).find(({ _id }) => _id === asha.userId)!;
  expect(await deckOf(ravi), steps).toEqual(status === "approved" ? ["Asha"] : []);
  const versions = await rowsIn(t, "submissions");
  const waiting = versions.filter((version) => version.status === "waiting");
  const counts = await t.run(async (ctx) => await readProfileCounts(ctx));
  const listed = waiting.filter(({ held }) => held === undefined);
  const edits = listed.filter(({ kind }) => kind === "edit").length;
  expect(counts, steps).toMatchObject({ pending: listed.length, edits, approved: status === "approved" ? 2 : 1 });
  const held = (await rowsIn(t, "undoableDecisions")).filter(({ isHeld }) => isHeld);
  expect(
    waiting.filter((version) => version.held).map((version) => version.held),
    steps,
  ).toEqual(held.map(({ _id }) => _id));
  const rulings = (await rowsIn(t, "rulings")).map(({ ruling }) => ruling);
  const made = rulings.filter((ruling) => ruling === "approved" || ruling === "rejected").length;
  const undone = rulings.filter((ruling) => ruling === "unapproved").length;
  const closed = versions.filter(({ decidedAt }) => decidedAt !== undefined).length;
  expect(made - undone, steps).toBe(closed);
}

/** Ends the time to undo of every decision. */
async function finishAll(t: Product): Promise<void> {
  for (const { _id: id } of await rowsIn(t, "undoableDecisions")) {
    await t.mutation(internal.moderator.finishDecision, { id });
  }
}
