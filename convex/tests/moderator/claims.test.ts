/** Several moderators at one queue: who gets which profile. */
import fc from "fast-check";
import { expect, vi } from "vitest";
import { api } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import { createWaitingProfiles } from "../../testing/moderator.testing";
import { applicant, moderator, type Person } from "../../testing/people.testing";
import { type Product, setupTest, test } from "../../testing/product.testing";
import { waitingVersion } from "../../testing/profiles.testing";
import { limits } from "../../shared/limits";
import { runs } from "../../testing/runs.testing";

type Given = Id<"submissions"> | null;
type Step = { who: number; act: "approve" | "reject" | "skip" };

const step: fc.Arbitrary<Step> = fc.record({ who: fc.nat(2), act: fc.constantFrom("approve", "reject", "skip") });

test("with 500 waiting profiles, three moderators never have the same one open, in any order of decisions and skips", async () => {
  const rounds = fc.array(fc.uniqueArray(step, { selector: ({ who }) => who, minLength: 1 }), {
    minLength: 12,
    maxLength: 12,
  });
  await fc.assert(fc.asyncProperty(rounds, work), { numRuns: runs(1) });
}, 120_000);

/** In each round some of the three decide or skip simultaneously. */
async function work(rounds: Step[][]): Promise<void> {
  const t = setupTest();
  await createWaitingProfiles(t, 500);
  const desk = await Promise.all(["Mona", "Nils", "Omar"].map((name) => moderator(t, name)));
  const open = await Promise.all(desk.map((mod) => next(mod, null)));
  const decided: Given[] = [];
  expect(new Set(open).size, "when all three begin").toBe(3);
  for (const round of rounds) {
    await Promise.all(
      round.map(async ({ who, act }) => {
        const [mod, id] = [desk[who]!, open[who] ?? null];
        if (act !== "skip" && id !== null) {
          await mod.mutation(api.moderator.decide, { id, approved: act === "approve" });
          decided.push(id);
        }
        open[who] = await next(mod, id);
      }),
    );
    expect(new Set(open).size, `after ${JSON.stringify(round)}`).toBe(3);
    expect(open).not.toContain(null);
    expect(decided.filter((id) => open.includes(id))).toEqual([]);
  }
}

test("a moderator's next profile comes after their last one, and skipped profiles come again at the end", async ({
  t,
}) => {
  const mona = await moderator(t);
  const [asha, ravi, dev] = await waiting(t, ["Asha", "Ravi", "Dev"]);

  expect(await next(mona, null)).toBe(asha);
  expect(await next(mona, asha!)).toBe(ravi);
  await mona.mutation(api.moderator.decide, { id: ravi!, approved: true });
  expect(await next(mona, ravi!), "the profile after it, not the skipped one").toBe(dev);
  await mona.mutation(api.moderator.decide, { id: dev!, approved: true });
  expect(await next(mona, dev!)).toBe(asha);
});

test("a moderator gets no profile while a colleague has the only one open, until that claim expires", async () => {
  const t = setupTest();
  vi.useFakeTimers({ toFake: ["Date"] });
  const [mona, nils] = [await moderator(t), await moderator(t, "Nils")];
  const [asha] = await waiting(t, ["Asha"]);

  expect(await next(mona, null)).toBe(asha);
  expect(await next(nils, null)).toBeNull();
  expect(await nils.query(api.moderator.claimed, {})).toMatchObject([{ item: asha, mine: false }]);
  vi.setSystemTime(Date.now() + limits.claimLifetime);
  expect(await next(nils, null), "a claim that is not renewed expires").toBe(asha);
});

test("a moderator never gets a version whose photo is gone", async ({ t }) => {
  const mona = await moderator(t);
  const [asha, ravi] = await waiting(t, ["Asha", "Ravi"]);
  await t.run(async (ctx) => {
    const version = await ctx.db.query("submissions").first();
    expect(version?._id).toBe(asha);
    await ctx.db.delete("photos", version!.photoIds![0]!);
  });

  expect(await next(mona, null)).toBe(ravi);
});

async function next(mod: Person, after: Given): Promise<Given> {
  return await mod.mutation(api.moderator.claimNext, { after });
}

async function waiting(t: Product, names: string[]) {
  const ids = [];
  for (const name of names) ids.push(await waitingVersion(t, await applicant(t, name)));
  return ids;
}
