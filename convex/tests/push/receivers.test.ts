/** A notification goes only to people who can open what it is about. */
import { expect, test, vi } from "vitest";
import { api, internal } from "../../_generated/api";
import { HOUR, MINUTE } from "../../testing/clock.testing";
import { likes, man, match, woman } from "../../testing/crowd.testing";
import { endsIn } from "../../testing/festival.testing";
import { subjects } from "../../testing/mails.testing";
import { applicant, approve, organiser } from "../../testing/people.testing";
import { advanceToNight, on, pair, pass, titles } from "../../testing/phones.testing";
import { rowsIn, runMailJob, settled } from "../../testing/product.testing";

test("once the app is closed, nobody hears of matches and likes that they can no longer open", async () => {
  const { t, asha, ravi } = await pair();
  const [zoya, omar] = [await woman(t, "Zoya"), await man(t, "Omar")];
  const phone = await on(asha);
  await zoya.mutation(api.profiles.setMailWishes, { newLikes: true });
  await endsIn(await organiser(t, "Ines"), -3);
  vi.setSystemTime(Date.now() + MINUTE);
  for (const liked of [asha, zoya]) await likes(omar, liked);
  advanceToNight();
  await match(asha, ravi);
  await t.mutation(internal.closing.act, { what: "stop", name: "Festival Match" });
  await pass(t, 12 * HOUR, HOUR);
  await t.mutation(internal.push.notifyNewLikes, {});
  await t.mutation(internal.mails.mailNewLikes, {});
  await runMailJob(t);

  expect([await titles(phone), subjects(asha), subjects(zoya)]).toEqual([[], [], []]);
  expect(await rowsIn(t, "outbox")).toEqual([]);
});

test("an approval after the app has closed is not mailed and notifies nobody, since nobody can start swiping", async () => {
  const { t } = await pair();
  const [lina, omar] = [await applicant(t, "Lina"), await applicant(t, "Omar")];
  const phone = await on(omar);
  await endsIn(await organiser(t, "Ines"), -3);
  await t.mutation(internal.closing.act, { what: "stop", name: "Festival Match" });
  for (const person of [lina, omar]) await approve(t, person);
  await settled(t);
  await runMailJob(t);

  expect([subjects(lina), await titles(phone), subjects(omar)]).toEqual([[], [], []]);
  expect(await rowsIn(t, "outbox")).toEqual([]);
});

test("a person whose approval is withdrawn overnight hears of no match in the morning", async () => {
  const { t, asha, ravi } = await pair();
  const phone = await on(asha);
  advanceToNight();
  await match(asha, ravi);
  const ines = await organiser(t, "Ines");
  await ines.mutation(api.people.undoApproval, { userId: asha.userId, reason: "The photo is a drawing." });
  // The photo moves to a new address. convex-test cannot store it while another call runs.
  await vi.runOnlyPendingTimersAsync();
  await t.finishInProgressScheduledFunctions();
  await pass(t, 7 * HOUR, HOUR);

  expect([await titles(phone), subjects(asha)]).toEqual([[], []]);
  expect(await rowsIn(t, "outbox")).toEqual([]);
});
