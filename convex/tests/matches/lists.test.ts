import { describe, expect } from "vitest";
import { api } from "../../_generated/api";
import { aMan, crowd, likes, man, match, pair } from "../../testing/crowd.testing";
import { moderator, type Person } from "../../testing/people.testing";
import { rowsIn, setupTest, test } from "../../testing/product.testing";
import { waitingVersion } from "../../testing/profiles.testing";
import { traced } from "../../testing/traces.testing";

describe("the lists are split at the moment a page opens,", () => {
  const her = { gender: "female", interestedIn: "male", tier: "gold" } as const;

  test("and together hold every match and like once, newest first", async ({ t }) => {
    const [asha, ...men] = (await crowd(t, [her, ...Array<typeof aMan>(6).fill(aMan)])) as [Person, ...Person[]];
    for (const him of men.slice(0, 3)) await match(asha, him);
    for (const him of men.slice(3)) await likes(him, asha);
    const complete = {
      matches: await asha.query(api.matches.list, {}),
      likes: await asha.query(api.matches.pendingLikes, {}),
    };
    const times = (await rowsIn(t, "pendingLikes")).map(({ _creationTime }) => _creationTime);
    await asha.mutation(api.matches.markSeen, { matchIds: complete.matches.map(({ matchId }) => matchId) });
    const odd = [0, -1, -Infinity, Infinity, NaN, Number.MAX_VALUE, Date.now() + 86_400_000];
    for (const since of [...odd, ...complete.matches.map(({ createdAt }) => createdAt), ...times]) {
      const news = await asha.query(api.matches.news, { since });
      const older = await asha.query(api.matches.list, { before: since });
      expect([...news.matches.map(({ isUnseen: _, ...entry }) => entry), ...older]).toEqual(complete.matches);
      expect([...news.likes!, ...(await asha.query(api.matches.pendingLikes, { before: since }))]).toEqual(
        complete.likes,
      );
    }
  });

  test("so a new like or match reruns only the newer part, at the same cost with a hundred matches", async () => {
    const costs = [];
    for (const count of [1, 100]) {
      const t = setupTest();
      const [asha, ...men] = (await crowd(t, [her, ...Array<typeof aMan>(count + 1).fill(aMan)])) as [
        Person,
        ...Person[],
      ];
      const [next, ...others] = men.toReversed() as [Person, ...Person[]];
      for (const him of others) await match(asha, him);
      const matchIds = (await asha.query(api.matches.list, {})).map(({ matchId }) => matchId);
      await asha.mutation(api.matches.markSeen, { matchIds });
      await asha.mutation(api.matches.markListed, { matchIds });
      const since = await later();
      const older = [
        await traced(() => asha.query(api.matches.list, { before: since })),
        await traced(() => asha.query(api.matches.pendingLikes, { before: since })),
      ];
      const live = await traced(() => asha.query(api.matches.news, { since }));
      for (const act of [() => likes(next, asha), () => likes(asha, next)]) {
        const { writes } = await traced(act);
        expect(older.map((query) => query.touchedBy(writes))).toEqual([false, false]);
        expect(live.touchedBy(writes)).toBe(true);
      }
      const { documents, result } = await traced(() => asha.query(api.matches.news, { since }));
      expect(result.matches).toMatchObject([{ user: { name: `Person ${count + 1}` }, isUnseen: true }]);
      costs.push(documents);

      const { writes } = await traced(() => asha.mutation(api.matches.unmatch, { matchId: matchIds[0]! }));
      expect(older[0]!.touchedBy(writes)).toBe(true);
    }
    // Session, user, profile; the mark, the match, and the other's account, profile and picture.
    expect(costs).toEqual([8, 8]);
  });

  test("and a match's newly approved name appears in the older part at once", async () => {
    const { t, asha, ravi } = await pair();
    await match(asha, ravi);
    const before = await later();
    const older = () => traced(() => asha.query(api.matches.list, { before }));
    const { touchedBy } = await older();
    await ravi.mutation(api.profiles.update, { profile: { name: "Ravindra" } });
    const id = await waitingVersion(t, ravi);
    const mona = await moderator(t);
    const { writes } = await traced(() => mona.mutation(api.moderator.decide, { id, approved: true }));

    expect(touchedBy(writes)).toBe(true);
    expect((await older()).result).toMatchObject([{ user: { name: "Ravindra" } }]);
  });

  test("and a like or a message does not rerun the news without counts", async ({ t }) => {
    const [{ asha, ravi }, dev] = [await pair(t), await man(t, "Dev")];
    const matchId = await match(asha, ravi);
    const { result, touchedBy } = await traced(() => asha.query(api.matches.news, { since: 0, counts: false }));
    expect(Object.keys(result).sort()).toEqual(["matches", "unlisted"]);
    for (const act of [
      () => likes(dev, asha),
      () => ravi.mutation(api.chat.send, { matchId, key: "1", text: "Hello" }),
    ]) {
      const { writes } = await traced<unknown>(act);
      expect(touchedBy(writes)).toBe(false);
    }
  });
});

/** Waits two milliseconds and returns the time, so that all earlier rows are older. */
async function later(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 2));
  return Date.now();
}
