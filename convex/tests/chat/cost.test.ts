/** The cost of a thread: the same with ten thousand messages as with twenty. */
import { expect, test } from "vitest";
import { api } from "../../_generated/api";
import { say, chatPair, type Pair } from "../../testing/chat.testing";
import { setupTest, type Product } from "../../testing/product.testing";
import { traced } from "../../testing/traces.testing";

test("a page, a message and a read mark cost the same in a thread of 20 and of 10,000 messages", async () => {
  const costs = [];
  for (const length of [20, 10_000]) {
    const t = setupTest();
    const pair = await chatPair(t);
    await say(pair.asha, pair.matchId, "Line 1");
    await addMessages(t, pair, length);
    costs.push(await costsOf(pair));
  }

  expect(costs[0]).toEqual(costs[1]);
  // The guard reads session, user, and whether the app is closed. Then thread and the other user.
  expect(costs[0]?.page).toEqual({ documents: 4, ranges: 6, depth: 3 });
  expect([costs[0]?.sent.documents, costs[0]?.sent.depth, costs[0]?.read.documents]).toEqual([7, 3, 4]);
  // The sides, the message, the row of its limits, and its tally.
  expect(costs[0]?.sent.writes).toBeLessThanOrEqual(5);
});

async function costsOf({ asha, ravi, matchId }: Pair) {
  const page = await traced(() => ravi.query(api.chat.messages, { matchId }));
  const { messages } = page.result;
  const sent = await traced(() => say(asha, matchId, "One more"));
  const upTo = sent.result.position;
  const read = await traced(() => ravi.mutation(api.chat.markRead, { matchId, upTo }));
  const again = await traced(() => ravi.query(api.chat.messages, { matchId, before: 21 }));
  expect(messages.length).toBeGreaterThan(0);
  return {
    // Without the messages themselves, fifty at most.
    page: { documents: page.documents - messages.length, ranges: page.ranges, depth: page.depth },
    older: { documents: again.documents, ranges: again.ranges },
    sent: { documents: sent.documents, ranges: sent.ranges, depth: sent.depth, writes: sent.writes.length },
    read: { documents: read.documents, ranges: read.ranges, writes: read.writes.length },
  };
}

async function addMessages(t: Product, { asha, ravi }: Pair, length: number): Promise<void> {
  for (let from = 2; from <= length; from += 2_000) {
    await t.run(async (ctx) => {
      const sides = await ctx.db.query("chatSides").collect();
      const thread = (await ctx.db.query("chatThreads").first())!._id;
      const last = Math.min(from + 1_999, length);
      for (let n = from; n <= last; n += 1) {
        const by = n % 2 === 0 ? ravi.userId : asha.userId;
        await ctx.db.insert("chatMessages", { thread, from: by, position: n, key: `k${n}`, text: `Line ${n}`, at: n });
      }
      for (const { _id, last: line } of sides)
        await ctx.db.patch("chatSides", _id, { last: { ...line, position: last } });
    });
  }
}
