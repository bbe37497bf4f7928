/** Counts belong to one festival: rehearsals leave no trace, and the next festival begins at zero. */
import { expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { freeze, pass, DAY } from "../testing/clock.testing";
import { dislikes, likes, woman } from "../testing/crowd.testing";
import { festivalInput } from "../testing/festival.testing";
import { addUp, notZero, totalIn } from "../testing/numbers.testing";
import { approve, newcomer, numbered, organiser, signedIn, type Person } from "../testing/people.testing";
import { rowsIn, settled, type Product } from "../testing/product.testing";
import { pictureOf, profileInput } from "../testing/profiles.testing";
import { orders, shop, verifies, totalsIn } from "../testing/shop.testing";

const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

test("a rehearsal with demo people leaves no trace in figures and money", async () => {
  freeze();
  const { t, provider } = shop();
  const desk = await organiser(t, "Ines");
  const asha = await woman(t, "Asha");
  await addUp(t);
  const before = notZero(await totalIn(desk));

  const email = "demo.one@demo.invalid";
  const password = await t.action(internal.demo.makeAccounts, { emails: [email] });
  const demo = await signedIn(t, email, password);
  const photoId = await pictureOf(t, demo);
  await demo.mutation(api.profiles.create, { profile: profileInput("Demo", { photoId, gender: "male" }) });
  await approve(t, demo);
  await numbered(t);
  await likes(demo, asha);
  const { orderId } = await orders(demo);
  provider.pay(orderId);
  await verifies(demo, orderId);
  await addUp(t);

  expect(notZero(await totalIn(desk))).toEqual(before);
  expect(await desk.query(api.numbers.now, {})).toMatchObject({ people: 1 });
  expect(await totalsIn(t)).toEqual({});
  await dislikes(asha, demo);
  await addUp(t);
  expect(notZero(await totalIn(desk)), "attendees are counted").toEqual({ ...before, swipes: 1 });
});

test("after a closing, new days begin another festival: figures and money start at zero, and the old ones stay", async () => {
  freeze();
  const { t, provider } = shop();
  const ines = await organiser(t, "Ines");
  await saves(t, ines, 1);
  const asha = await woman(t, "Asha");
  const { orderId } = await orders(asha);
  provider.pay(orderId);
  await verifies(asha, orderId);
  await addUp(t);
  const old = notZero(await totalIn(ines));
  // From here on only the erasing adds up counts.
  await woman(t, "Zoya");
  const money = await totalsIn(t);
  expect(old).toMatchObject({ signUps: 1, goldSold: 1 });
  expect(Object.keys(money)).toContain("all unlimited_swipes paid");
  for (const days of [1, 17, 7, 8]) {
    pass(days * DAY);
    await t.mutation(internal.closing.doWhatIsDue, {});
    await settled(t);
  }
  const desk = await back(t);
  expect(await desk.query(api.closing.status, {})).toMatchObject({ stage: "done" });
  expect(notZero(await totalIn(desk)), "what was not yet added up counts too").toMatchObject({
    goldSold: 1,
    signUps: 2,
    approvals: 2,
  });
  expect(await rowsIn(t, "tallies")).toEqual([]);
  expect(await totalsIn(t)).toEqual(money);

  await saves(t, desk, 300);
  expect(await totalIn(desk).then(notZero)).toEqual({});
  expect(await totalsIn(t)).toEqual({});
  const { userId } = await newcomer(t, "Ravi");
  await t.mutation(internal.payments.open, { orderId: "order_next", userId, feature: "unlimited_swipes" });
  expect(Object.keys(await totalsIn(t)).map((key) => key.split(" ").slice(-2).join(" "))).toEqual(
    Array(2).fill("unlimited_swipes open"),
  );
});

async function saves(t: Product, desk: Person, days: number) {
  const { version } = await t.query(api.festival.settings, {});
  const settings = festivalInput({ firstDay: inDays(days - 2), lastDay: inDays(days) });
  await desk.mutation(api.festival.save, { version, settings });
}

/** The organiser, whose session ended meanwhile. */
async function back(t: Product) {
  return await signedIn(t, "ines@people.test", undefined, "moderator");
}
