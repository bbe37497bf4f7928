/** Counts belong to one festival: rehearsals leave no trace, and the next festival begins at zero. */
import { expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { freeze, HOUR, MINUTE, pass } from "../testing/clock.testing";
import { dislikes, likes, woman } from "../testing/crowd.testing";
import { festivalDay } from "../shared/festival";
import { dayText } from "../shared/numbers";
import { closingDue, endsIn } from "../testing/festival.testing";
import { addUp, countedOn, nonZero, totalIn } from "../testing/numbers.testing";
import { approve, numbered, organiser, signedIn } from "../testing/people.testing";
import { rowsIn, type Product } from "../testing/product.testing";
import { pictureOf, profileInput } from "../testing/profiles.testing";
import { paid, shop, totalsIn } from "../testing/shop.testing";

test("a rehearsal with demo people leaves no trace in figures and money", async () => {
  freeze();
  const { t, provider } = shop();
  const desk = await organiser(t, "Ines");
  const asha = await woman(t, "Asha");
  await addUp(t);
  const before = nonZero(await totalIn(desk));

  const email = "demo.one@demo.invalid";
  const { password } = await t.action(internal.demo.makeAccounts, { emails: [email] });
  const demo = await signedIn(t, email, password);
  const photoId = await pictureOf(t, demo);
  await demo.mutation(api.profiles.create, { profile: profileInput("Demo", { photoId, gender: "male" }) });
  await approve(t, demo);
  await numbered(t);
  await likes(demo, asha);
  await paid(provider, demo);
  await addUp(t);

  expect(nonZero(await totalIn(desk))).toEqual(before);
  expect(await desk.query(api.numbers.now, {})).toMatchObject({ people: 1 });
  expect(await totalsIn(t)).toEqual({});
  const filter = { search: "", paginationOpts: { cursor: null, numItems: 25 } };
  const { page } = await desk.query(api.money.orders, filter);
  expect(
    page.map(({ isDemo }) => isDemo),
    "the list says which order does not count",
  ).toEqual([true]);
  await dislikes(asha, demo);
  await addUp(t);
  expect(nonZero(await totalIn(desk)), "an attendee's swipe counts").toEqual({ ...before, swipes: 1 });
});

test("a closing keeps the festival's figures and money, and the next festival's start at zero", async () => {
  freeze();
  const { t, provider } = shop();
  const ines = await organiser(t, "Ines");
  await endsIn(ines, 1);
  const asha = await woman(t, "Asha");
  await paid(provider, asha);
  await addUp(t);
  const old = nonZero(await totalIn(ines));
  // From here on only the erasing adds up counts.
  await woman(t, "Zoya");
  const money = await totalsIn(t);
  expect(old).toMatchObject({ signUps: 1, goldSold: 1 });
  expect(Object.keys(money)).toContain("all unlimited_swipes paid");
  for (const days of [1, 17, 7, 8]) await closingDue(t, days);
  const desk = await back(t);
  expect(await desk.query(api.closing.status, {})).toMatchObject({ stage: "done" });
  expect(nonZero(await totalIn(desk)), "the erasing adds up the remaining counts").toMatchObject({
    goldSold: 1,
    signUps: 2,
    approvals: 2,
  });
  expect(await rowsIn(t, "tallies")).toEqual([]);
  expect(await totalsIn(t)).toEqual(money);

  await endsIn(desk, 300);
  expect(await totalIn(desk).then(nonZero)).toEqual({});
  expect(await totalsIn(t)).toEqual({});
  pass(HOUR);
  const { userId } = await woman(t, "Mira");
  pass(MINUTE);
  await t.mutation(internal.numbers.rollUp, {});
  const { timeZone } = await desk.query(api.festival.settings, {});
  for (const day of [dayText(festivalDay(timeZone, Date.now())), null]) {
    const counted = Object.values(await countedOn(desk, day));
    expect(counted, `the erasing's hour is not in ${day ?? "all days"}`).toEqual([
      { signUps: 1, approvals: 1, waited5: 1 },
    ]);
  }
  await t.mutation(internal.payments.open, { orderId: "order_next", userId, feature: "unlimited_swipes" });
  expect(Object.keys(await totalsIn(t)).map((key) => key.split(" ").slice(-2).join(" "))).toEqual(
    Array(2).fill("unlimited_swipes open"),
  );
});

/** Signs the organiser in again, because the session has ended by then. */
async function back(t: Product) {
  return await signedIn(t, "ines@people.test", undefined, "moderator");
}
