import { expect, test } from "vitest";
import { api, internal } from "../../_generated/api";
import { freezeAtNoon, pass, DAY, SECOND } from "../../testing/clock.testing";
import { man, woman } from "../../testing/crowd.testing";
import { endsIn, festivalInput, inDays } from "../../testing/festival.testing";
import { organiser } from "../../testing/people.testing";
import { rowsIn, settled, setupTest, type Product } from "../../testing/product.testing";
import { expectRefusal } from "../../testing/refusals.testing";

/** Creates a product whose festival ended three days ago. */
async function over() {
  freezeAtNoon();
  const t = setupTest();
  await woman(t, "Ashadevi");
  await man(t, "Ravindra");
  const ines = await organiser(t, "Ines");
  await endsIn(ines, 2);
  pass(5 * DAY);
  const proof = async () => (await ines.query(api.closing.status, {})).proof;
  return { t, ines, proof };
}

async function act(t: Product, what: "begin" | "prove") {
  await t.mutation(internal.closing.act, { what, name: "Festival Match" });
  await settled(t);
}

async function eraseAndSearchAgain(t: Product) {
  await act(t, "begin");
  await searchAgain(t);
}

/** Runs the second search. Its job does so eleven minutes after the erasing. */
async function searchAgain(t: Product) {
  pass(SECOND);
  for (const { _id } of await rowsIn(t, "closings")) await t.mutation(internal.closing.verifyAgain, { closing: _id });
  await settled(t);
}

test("once the searched values are deleted, nobody can search again, and what the staff saved since stays", async () => {
  const { t, ines, proof } = await over();
  await eraseAndSearchAgain(t);
  const proven = await proof();
  expect(proven).toMatchObject({ picked: 12, found: [], left: 0 });
  await ines.mutation(api.organiser.invite, { email: "colleague@people.test", kind: "moderator" });

  const message = "Nothing was found, and the values to search for are deleted";
  await expectRefusal(act(t, "prove"), { code: "ALREADY_DECIDED", message });
  expect(await proof()).toEqual(proven);
  expect(await rowsIn(t, "invitations")).toHaveLength(1);
});

test("staff save nothing that the erasing would delete, until its second search is over", async () => {
  const { t, ines } = await over();
  const picture = await t.run(async ({ storage }) => await storage.store(new Blob(["a picture"])));
  const saves = [
    () => ines.mutation(api.organiser.invite, { email: "colleague@people.test", kind: "moderator" }),
    () => ines.mutation(api.tickets.add, { codes: ["AB12CD34EF"], label: "" }),
    () =>
      t.mutation(internal.festivalPicture.save, {
        organiserId: ines.userId,
        encoded: { wide: picture, social: picture },
      }),
  ];
  const refused = async () => {
    const message = "Everything is being erased, and this would be too. Try again in half an hour.";
    for (const save of saves) await expectRefusal(save(), { code: "ALREADY_DECIDED", message });
  };
  await t.mutation(internal.closing.act, { what: "begin", name: "Festival Match" });
  await refused();
  await settled(t);
  await refused();
  await searchAgain(t);
  for (const save of saves.slice(0, 2)) await save();
  expect([await rowsIn(t, "invitations"), await rowsIn(t, "tickets")]).toMatchObject([[{}], [{}]]);
});

test("after days for the next festival are saved, staff need not wait for the second search", async () => {
  const { t, ines } = await over();
  await act(t, "begin");
  await endsIn(ines, 300);
  await ines.mutation(api.tickets.add, { codes: ["AB12CD34EF"], label: "" });
  await searchAgain(t);
  expect(await rowsIn(t, "tickets")).toHaveLength(1);
});

test("a value that both searches find is searched for again after a clean-up", async () => {
  const { t, ines, proof } = await over();
  const days = { firstDay: inDays(-5), lastDay: inDays(-3) };
  const { version } = await t.query(api.festival.settings, {});
  const settings = { ...festivalInput(days), line: "Ravindra was here" };
  await ines.mutation(api.festival.save, { version, settings });
  await eraseAndSearchAgain(t);
  await t.mutation(internal.closing.act, { what: "prove", name: "Festival Match" });
  const invite = { email: "colleague@people.test", kind: "moderator" } as const;
  await expectRefusal(ines.mutation(api.organiser.invite, invite), "ALREADY_DECIDED");
  await settled(t);
  expect((await proof())?.found).toContainEqual({ kind: "name", table: "festival" });

  await t.run(async (ctx) => {
    for (const { _id } of await ctx.db.query("festival").collect()) await ctx.db.patch("festival", _id, { line: "" });
    for (const { _id } of await ctx.db.query("festivalChanges").collect()) await ctx.db.delete("festivalChanges", _id);
  });
  await act(t, "prove");
  expect(await proof()).toMatchObject({ picked: 12, found: [] });
  expect(await rowsIn(t, "closingCanaries")).toEqual([]);
});
