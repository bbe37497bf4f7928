/** The cost of a thread: the same with ten thousand messages as with twenty. */
import { expect, test } from "vitest";
import { api } from "../../_generated/api";
import { addMessages, say, chatPair, type Pair } from "../../testing/chat.testing";
import { setupTest } from "../../testing/product.testing";
import { traced } from "../../testing/traces.testing";

test("a page, a message and a read mark cost the same in a thread of 20 and of 10,000 messages", async () => {
  const costs = [];
  for (const length of [20, 10_000]) {
    const t = setupTest();
    const pair = await chatPair(t);
    await say(pair.asha, pair.matchId, "Line 1");
    await addMessages(t, pair.asha, pair.ravi, length);
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
