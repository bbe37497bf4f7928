import { describe, expect } from "vitest";
import { api, internal } from "../../_generated/api";
import { pass } from "../../testing/clock.testing";
import { man, woman, pair } from "../../testing/crowd.testing";
import { moderator, newcomer, organiser, signedIn, type Person } from "../../testing/people.testing";
import { rowsIn, settled, test } from "../../testing/product.testing";
import { phoneOf, profileInput } from "../../testing/profiles.testing";
import { report, suspend } from "../../testing/reports.testing";
import { paid, shop } from "../../testing/shop.testing";
import { limits } from "../../shared/limits";
import { expectRefusal } from "../../testing/refusals.testing";

describe("a person's page", () => {
  test("has their profile, with the address and phone number that moderators do not see", async ({ t }) => {
    const [desk, asha] = [await organiser(t), await woman(t, "Asha")];
    await asha.mutation(api.profiles.update, {
      profile: profileInput("Asha", { bio: "Another.", interestedIn: "male" }),
    });

    expect(await opened(desk, asha)).toMatchObject({
      ...{ email: asha.email, status: "approved", gold: null, vip: null, suspension: null },
      profile: { name: "Asha", bio: "Asha likes late concerts.", phoneNumber: phoneOf("Asha") },
      waiting: { name: "Asha", bio: "Another." },
    });
    expect(await opened(desk, await newcomer(t, "Nina"))).toMatchObject({ status: "none", profile: null });
  });

  test("has orders, reports both ways, sessions, mails without their text, and who decided what", async () => {
    const { t, provider } = shop();
    const [desk, asha, ravi] = [await organiser(t), await woman(t, "Asha"), await man(t, "Ravi")];
    const orderId = await paid(provider, ravi);
    await report(asha, ravi, { kind: "scam", reason: "He sells watches." });
    await settled(t);
    await opened(desk, ravi);
    const { userId } = ravi;
    const record = await desk.query(api.people.record, { userId });
    expect(record).toMatchObject({
      versions: [{ kind: "new", status: "approved", by: "moderator" }],
      orders: [{ orderId, status: "paid", feature: "unlimited_swipes", amount: 9900 }],
      reportsAbout: [{ kind: "scam", reason: "He sells watches.", other: { _id: asha.userId, name: "Asha" } }],
      reportsBy: [],
      sessions: [{ since: expect.any(Number) }],
      mails: [{ kind: "receipt", sent: true }],
      trail: [
        { what: "personOpened", by: "organiser" },
        { what: "approved", by: "moderator" },
      ],
    });
    expect(JSON.stringify(record)).not.toMatch(/subject|http|token/);
    expect((await desk.query(api.people.person, { userId }))?.gold).toMatchObject({ by: "order" });

    await opened(desk, asha);
    expect(await desk.query(api.people.record, { userId: asha.userId })).toMatchObject({
      reportsBy: [{ kind: "scam", other: { _id: userId, name: "Ravi" } }],
      reportsAbout: [],
    });
  });

  test("can be read only after opening it for a quarter of an hour, which is logged", async ({ t }) => {
    const [desk, asha] = [await organiser(t), await woman(t, "Asha")];
    const { userId } = asha;
    for (const query of [api.people.person, api.people.record]) expect(await desk.query(query, { userId })).toBeNull();
    await opened(desk, asha);
    await opened(desk, asha);
    const openings = async () => (await rowsIn(t, "incidents")).filter(({ what }) => what === "personOpened");
    expect(await openings()).toMatchObject([{ by: desk.userId, about: userId }]);

    const colleague = await organiser(t, "Colleague");
    expect(await colleague.query(api.people.person, { userId }), "a colleague must open it too").toBeNull();
    pass(limits.personViewLifetime);
    for (const { _id: viewId } of await rowsIn(t, "personViews"))
      await t.mutation(internal.people.closePage, { viewId });
    expect(await desk.query(api.people.person, { userId })).toBeNull();
    await opened(desk, asha);
    expect(await openings()).toHaveLength(2);
  });

  test("does not exist for the staff, whose ids are refused like unknown ones", async ({ t }) => {
    const [desk, mona] = [await organiser(t), await moderator(t)];
    await woman(t, "Asha");
    const picture = (await rowsIn(t, "photos"))[0]!._id;
    for (const userId of [mona.userId, desk.userId, picture, "nobody"]) {
      await expectRefusal(desk.mutation(api.people.open, { userId }), "NOT_FOUND");
      await expectRefusal(desk.query(api.people.person, { userId }), "NOT_FOUND");
    }
    expect(await rowsIn(t, "personViews")).toEqual([]);
  });

  test("closes for every organiser when the person is deleted", async ({ t }) => {
    const [desk, colleague] = [await organiser(t), await organiser(t, "Colleague")];
    const ravi = await man(t, "Ravi");
    for (const one of [desk, colleague]) await opened(one, ravi);
    await desk.mutation(api.people.remove, { userId: ravi.userId, reason: "asked" });
    await expectRefusal(colleague.query(api.people.person, { userId: ravi.userId }), "NOT_FOUND");
    expect(await rowsIn(t, "personViews")).toEqual([]);
  });

  test("names no reporter whose account is gone, and the reported person never sees the report", async () => {
    const { t, asha, ravi } = await pair();
    await suspend(t, asha, ravi);
    const desk = await organiser(t);
    await desk.mutation(api.people.remove, { userId: asha.userId, reason: "asked" });
    await settled(t);
    await opened(desk, ravi);
    expect(await desk.query(api.people.record, { userId: ravi.userId })).toMatchObject({
      reportsAbout: [{ other: null }],
    });
    expect(JSON.stringify(await (await signedIn(t, ravi.email)).query(api.profiles.me, {}))).not.toContain("Rude");
  });
});

/** Opens a person's page and reads who they are. */
async function opened(desk: Person, { userId }: Person) {
  await desk.mutation(api.people.open, { userId });
  return await desk.query(api.people.person, { userId });
}
