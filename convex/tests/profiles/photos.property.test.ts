/** Random acts of a member and a moderator on the member's pictures. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { api } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import { man, woman } from "../../testing/crowd.testing";
import { moderator, type Person } from "../../testing/people.testing";
import { rowsIn, setupTest, type Product } from "../../testing/product.testing";
import { pictureOf, shownPhoto } from "../../testing/profiles.testing";
import { runs } from "../../testing/runs.testing";

type Step =
  | { act: "upload" }
  | { act: "send"; picks: number[] }
  | { act: "write"; bio: string }
  | { act: "decide"; approved: boolean; meanwhile: number[] | null; first: boolean };

/** Indexes of the member's own pictures, newest first. FOREIGN is another person's picture. */
const FOREIGN = 12;
const picks = fc.uniqueArray(fc.nat(FOREIGN), { minLength: 1, maxLength: 4 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Step>({ act: "upload" }) },
  { weight: 5, arbitrary: fc.record({ act: fc.constant("send" as const), picks }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("write" as const), bio: fc.constantFrom("One.", "Two.") }) },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant("decide" as const),
      approved: fc.boolean(),
      meanwhile: fc.option(picks),
      first: fc.boolean(),
    }),
  },
);

test("a member shows one to three own pictures, all approved by a moderator, on the card as in the profile", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (steps) => {
      const t = setupTest();
      const all = [await man(t, "Ravi"), await woman(t, "Asha"), await moderator(t)] as const;
      const [ravi, asha] = all;
      const [known, hers] = [[await shownPhoto(t, ravi)], await shownPhoto(t, asha)];
      const approved = new Set([known[0]]);
      for (const one of steps) {
        await take(t, all, one, { known, hers, approved });
        await isAsApproved(t, ravi, asha, approved);
      }
    }),
    { numRuns: runs(4) },
  );
});

type Photos = { known: Id<"photos">[]; hers: Id<"photos">; approved: Set<Id<"photos"> | undefined> };

async function take(
  t: Product,
  [ravi, , desk]: readonly [Person, Person, Person],
  step: Step,
  { known, hers, approved }: Photos,
): Promise<void> {
  const send = async (chosen: number[]) => {
    const ids = chosen.map((at) => (at === FOREIGN ? hers : known.at(-1 - (at % known.length))) as string);
    await ravi.mutation(api.profiles.update, { profile: { photoIds: [...new Set(ids)] } });
  };
  if (step.act === "upload") known.push(await pictureOf(t, ravi));
  if (step.act === "send") await send(step.picks).catch(() => undefined);
  if (step.act === "write") await ravi.mutation(api.profiles.update, { profile: { bio: step.bio } });
  if (step.act !== "decide") return;
  const waiting = (await rowsIn(t, "submissions")).find(({ status }) => status === "waiting");
  if (waiting === undefined) return;
  const seen = (await desk.query(api.moderator.queue, {}))[0]!;
  const decide = async () => await desk.mutation(api.moderator.decide, { id: seen._id, approved: step.approved });
  const meanwhile = async () => await (step.meanwhile === null ? null : send(step.meanwhile));
  const [one, other] = step.first ? [decide, meanwhile] : [meanwhile, decide];
  const did = await Promise.allSettled([one(), other()]);
  const isApproved = step.approved && did[step.first ? 0 : 1]?.status === "fulfilled";
  if (isApproved) for (const photoId of waiting.photoIds ?? []) approved.add(photoId);
}

async function isAsApproved(t: Product, ravi: Person, asha: Person, approved: Photos["approved"]): Promise<void> {
  const own = await ravi.query(api.profiles.me, {});
  const [card] = (await asha.query(api.swipes.deck, {})).profiles;
  const ids = own.photos.map(({ photoId }) => photoId);
  expect(ids.length).toBeGreaterThan(0);
  expect(ids.length).toBeLessThan(4);
  expect(ids.filter((photoId) => !approved.has(photoId))).toEqual([]);
  expect(card?.photos.map(({ url }) => url)).toEqual(own.photos.map(({ url }) => url));
  const owners = (await rowsIn(t, "photos")).filter(({ _id }) => ids.includes(_id)).map(({ userId }) => userId);
  expect(owners).toEqual(ids.map(() => ravi.userId));
}
