/**
 * A person cannot find out who reported or blocked them. Asha does the same random acts in several worlds, which differ only in what
 * Ravi did to her. Every response must be the same in all of them, byte for byte.
 */
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { api, internal } from "../../_generated/api";
import { deleteAccount } from "../../testing/auth.testing";
import { dislikes, likes, man, match, pair } from "../../testing/crowd.testing";
import type { Person } from "../../testing/people.testing";
import { settled, type Product } from "../../testing/product.testing";
import { block, file } from "../../testing/reports.testing";
import { refusalOf } from "../../shared/errors";
import { traced } from "../../testing/traces.testing";
import { runs } from "../../testing/runs.testing";

/** Each run builds five worlds, each in a third of a second. */
const RUNS = runs(3);

/** Asha's decision about Ravi before he did anything. */
type Before = "nothing" | "like" | "dislike" | "match";
/** What Ravi does. */
type Attitude =
  | "dislikes"
  | "reports"
  | "blocks"
  | "is silent"
  | "likes and blocks"
  | "likes and reports"
  | "likes, and wants to meet others"
  | "unmatches"
  | "deletes his account";
type Act = (typeof acts)[number];
type World = { t: Product; asha: Person; ravi: Person; others: Person[]; photo: string; matchId: string };

const acts = [
  ...["like", "dislike", "accept", "refuse", "report", "block", "unmatch"],
  ...["undo", "last", "news", "deck", "advance", "matches", "likes", "me", "photo", "like Kabir", "dislike Nils"],
] as const;
const someActs = fc.array(fc.constantFrom(...acts), { minLength: 3, maxLength: 9 });

describe("Asha cannot distinguish by any response", () => {
  test.each(["nothing", "like", "dislike"] as const)(
    "a dislike from a report, a block or silence, after her %s",
    async (before) => await agree(before, ["dislikes", "reports", "blocks", "is silent"], someActs),
    1_200_000,
  );

  // She could see his like, so these worlds cannot look like a dislike.
  test("a like followed by a change of interest from one followed by a report or a block", async () => {
    await agree("nothing", ["likes, and wants to meet others", "likes and reports", "likes and blocks"], someActs);
  }, 1_200_000);

  test("an unmatch from a report or a block", async () => {
    await agree("match", ["unmatches", "reports", "blocks"], someActs);
  }, 1_200_000);

  // A deleted account can no longer accept a swipe or a report, or serve a picture. To hide that, every made-up id would need the
  // response of a living account. So there a deleted account looks like an id that never existed, and so does Asha's own earlier
  // decision about it.
  test("a deleted account from a dislike, where the response does not depend on his account", async () => {
    const lists = ["unmatch", "advance", "matches", "likes", "me", "like Kabir"] as const;
    const both: Attitude[] = ["dislikes", "deletes his account"];
    for (const before of ["nothing", "like", "dislike"] as const) {
      const answering = before === "dislike" ? [] : (["accept", "refuse"] as const);
      await agree(before, both, fc.array(fc.constantFrom(...lists, ...answering)), runs(4), withoutUndo);
    }
  }, 1_200_000);

  test("a deleted account from an id that never existed", async () => {
    const doors = fc.array(
      fc.constantFrom<Act>("like", "dislike", "accept", "report", "block", "unmatch", "photo", "me"),
    );
    await fc.assert(
      fc.asyncProperty(doors, async (given) => {
        const gone = await answersIn(await worldOf("nothing", "deletes his account"), given);
        const empty = await worldOf("nothing", "is silent");
        const nobody = Object.assign(Object.create(empty.ravi) as Person, { userId: "nobody" });
        expect(gone).toEqual(await answersIn({ ...empty, ravi: nobody, photo: "/api/storage/nobody" }, given));
      }),
      { numRuns: runs(5) },
    );
  }, 1_200_000);
});

test.each(["likes", "dislikes"] as const)(
  "a swipe that %s costs the same after a dislike, a block or a report",
  async (decides) => {
    const costs = [];
    for (const attitude of ["dislikes", "blocks", "reports"] as const) {
      const { t, asha, ravi } = await worldOf("nothing", attitude);
      // The first swipe after 04:00 stores the day.
      await t.mutation(internal.profiles.updateDay, {});
      const { documents, ranges, writes } = await traced(() => (decides === "likes" ? likes : dislikes)(asha, ravi));
      costs.push({ ranges, documents, writes: writes.length });
    }
    const [disliker, ...parted] = costs;
    for (const cost of parted) {
      expect([cost.ranges, cost.writes]).toEqual([disliker?.ranges, disliker?.writes]);
      expect(Math.abs(cost.documents - (disliker?.documents ?? 0))).toBeLessThanOrEqual(1);
    }
  },
);

/** Runs the same acts in a world for each attitude, and compares all responses with those of the first. */
async function agree(
  before: Before,
  attitudes: Attitude[],
  doors: fc.Arbitrary<Act[]>,
  numRuns = RUNS,
  seen = (answer: string) => answer,
) {
  const holds = async (given: Act[]) => {
    const answers = [];
    for (const attitude of attitudes) answers.push((await answersIn(await worldOf(before, attitude), given)).map(seen));
    for (const [i, attitude] of attitudes.entries()) expect(answers[i], `when he ${attitude}`).toEqual(answers[0]);
  };
  await fc.assert(fc.asyncProperty(doors, holds), { numRuns });
}

/** Her last swipe can be taken back only while the other person exists. Only this field of `me` depends on that. */
function withoutUndo(answer: string): string {
  return answer.replace(/"undoable":(true|false),?/, "");
}

/** Asha, Ravi, and other people she may meet. She and Ravi have seen each other's card. */
async function worldOf(before: Before, attitude: Attitude): Promise<World> {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2025-12-18T20:00:00+05:30") });
  const { t, asha, ravi } = await pair();
  const others = [await man(t, "Kabir"), await man(t, "Nils"), await man(t, "Omar")];
  const card = (await asha.query(api.swipes.deck, {})).profiles.find(({ name }) => name === "Ravi");
  const world = { t, asha, ravi, others, photo: new URL(card?.photoURL ?? "").pathname, matchId: "none" };
  if (before === "like") await likes(asha, ravi);
  if (before === "dislike") await dislikes(asha, ravi);
  if (before === "match") world.matchId = await match(asha, ravi);
  await behave(world, attitude);
  return world;
}

async function behave({ t, asha, ravi, matchId }: World, attitude: Attitude): Promise<void> {
  if (attitude === "dislikes") await dislikes(ravi, asha);
  if (attitude.startsWith("likes")) await likes(ravi, asha);
  if (attitude.endsWith("reports")) await file(ravi, asha);
  if (attitude.endsWith("blocks")) await block(ravi, asha);
  if (attitude.endsWith("others")) {
    await ravi.mutation(api.profiles.update, { profile: { interestedIn: "male" } });
  }
  if (attitude === "unmatches") await ravi.mutation(api.matches.unmatch, { matchId });
  if (attitude === "deletes his account") await deleteAccount(ravi);
  await settled(t);
}

/** Asha's responses as text, with names in place of ids. */
async function answersIn(world: World, given: readonly Act[]): Promise<string[]> {
  const answers: string[] = [];
  for (const act of given) {
    const answer = await perform(world, act).catch((error: unknown) => ({ refused: refusalOf(error) }));
    answers.push(`${act}: ${named(world, JSON.stringify(answer))}`);
  }
  return answers;
}

async function perform({ t, asha, ravi, others, photo, matchId }: World, act: Act): Promise<unknown> {
  const profileId = ravi.userId;
  if (act === "like" || act === "dislike") return await (act === "like" ? likes : dislikes)(asha, ravi);
  if (act === "accept" || act === "refuse") {
    return await asha.mutation(api.matches.respond, { profileId, accepted: act === "accept" });
  }
  if (act === "undo") return await asha.mutation(api.swipes.undo, { profileId });
  if (act === "report") return await file(asha, ravi);
  if (act === "block") return await block(asha, ravi);
  if (act === "unmatch") return await asha.mutation(api.matches.unmatch, { matchId });
  if (act === "photo") return await pictureAt(t, photo);
  if (act === "like Kabir") return await likes(asha, others[0]!);
  if (act === "dislike Nils") return await dislikes(asha, others[1]!);
  if (act === "last") return await asha.query(api.swipes.last, {});
  if (act === "news") return await asha.query(api.matches.news, {});
  if (act === "advance") return await asha.mutation(api.swipes.advance, {});
  if (act === "deck") return await asha.query(api.swipes.deck, {});
  if (act === "matches") return await asha.query(api.matches.list, {});
  return await asha.query(act === "likes" ? api.matches.pendingLikes : api.profiles.me, {});
}

async function pictureAt(t: Product, path: string): Promise<unknown> {
  const { status, headers, body } = await t.fetch(path);
  return { status, headers: [...headers], isEmpty: body === null };
}

/** Ids and picture addresses differ in each world. */
function named({ asha, ravi, others }: World, text: string): string {
  const people = [asha, ravi, ...others];
  const byName = people.reduce((now, { userId }, i) => now.replaceAll(userId, `person ${i}`), text);
  return byName.replace(/api\/(photos|storage)\/[\w+/=-]+/g, "picture");
}
