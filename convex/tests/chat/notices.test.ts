/** Notifications of messages. */
import { expect, test, vi } from "vitest";
import { api } from "../../_generated/api";
import { say, talkers } from "../../testing/chat.testing";
import { jump } from "../../testing/clock.testing";
import { settled, setupTest } from "../../testing/product.testing";
import { newBrowser, startPush, toldTo } from "../../testing/push.testing";
import { endOfFestivalDay, festivalDay } from "../../shared/festival";

const HOUR = 3_600_000;
const ZONE = "Asia/Kolkata";

test("a reader without the open thread is notified once for all unread messages, without their text", async () => {
  const { t, asha, ravi, matchId, told } = await pair();
  for (const text of ["Meet me behind the second stage", "Are you coming?"]) {
    await say(asha, matchId, text);
    vi.setSystemTime(Date.now() + HOUR);
    await settled(t);
  }
  expect(await told()).toMatchObject([{ tag: `message-${matchId}` }]);
  expect(JSON.stringify(await told())).not.toMatch(/second stage|coming/);

  await ravi.mutation(api.chat.markRead, { matchId, upTo: 2 });
  vi.setSystemTime(Date.now() + HOUR);
  await say(asha, matchId, "Still there?");
  await settled(t);
  expect(await told()).toHaveLength(2);
});

test("a reader with the open thread and the writer are not notified", async () => {
  const { t, asha, ravi, matchId, told } = await pair();
  await ravi.mutation(api.chat.look, { matchId, open: true });
  await say(asha, matchId, "Hi!");
  await say(ravi, matchId, "Hello");
  await settled(t);
  expect(await told()).toEqual([]);

  vi.setSystemTime(Date.now() + 41_000);
  await say(asha, matchId, "Where are you?");
  await settled(t);
  expect(await told()).toHaveLength(1);
});

/** A match at three in the afternoon, festival time; Ravi has a phone. */
async function pair() {
  const t = setupTest();
  startPush();
  jump();
  vi.setSystemTime(endOfFestivalDay(ZONE, festivalDay(ZONE, Date.now()) - 1) + 11 * HOUR);
  const people = await talkers(t);
  const phone = await newBrowser();
  await people.ravi.mutation(api.push.subscribe, phone.subscription);
  return { t, ...people, told: async () => await toldTo(phone) };
}
