import { describe, expect } from "vitest";
import { api } from "../../_generated/api";
import { likes, man, match, several, woman, pair, ashaAndMen } from "../../testing/crowd.testing";
import { applicant, moderator } from "../../testing/people.testing";
import { setupTest, test } from "../../testing/product.testing";
import { block, file, REASON, report } from "../../testing/reports.testing";
import { expectRefusal } from "../../testing/refusals.testing";
import { deckOf, matchesOf, pendingOf, swipesLeft } from "../../testing/views.testing";

const unknown = { code: "NOT_FOUND", message: "Failed to submit report. Please try again." };

describe("a report", () => {
  test("hides the two people from each other at once, in decks and likes", async () => {
    const { asha, ravi } = await pair();
    await likes(ravi, asha);
    await file(asha, ravi);

    expect([await deckOf(asha), await deckOf(ravi), await pendingOf(asha)]).toEqual([[], [], []]);
    await expectRefusal(likes(asha, ravi), "NOT_FOUND");
  });

  test("costs no swipe, and everybody else still sees both", async () => {
    const { t, asha, ravi } = await pair();
    const [meera, kabir] = [await woman(t, "Meera"), await man(t, "Kabir")];
    await file(asha, ravi);

    expect(await swipesLeft(asha)).toBe(5);
    expect((await deckOf(meera)).sort()).toEqual(["Kabir", "Ravi"]);
    expect((await deckOf(kabir)).sort()).toEqual(["Asha", "Meera"]);
  });

  test("needs a visible reason of 500 characters at most", async () => {
    const { asha, ravi } = await pair();
    for (const reason of ["", "   \n\t ", "\u200b"]) {
      await expectRefusal(file(asha, ravi, reason), "BAD_INPUT", "Please provide a reason for reporting");
    }
    await expectRefusal(file(asha, ravi, "x".repeat(501)), "BAD_INPUT");
    expect(await deckOf(asha)).toEqual(["Ravi"]);
    await file(asha, ravi, `  ${"🙂".repeat(500)}  `);
    expect(await deckOf(asha)).toEqual([]);
  });

  test("of a listed kind needs no text, and one of the kind other does", async () => {
    const { t, asha, ravi } = await pair();
    const kabir = await man(t, "Kabir");
    for (const kind of ["other", undefined] as const) {
      const args = { reportedUserId: ravi.userId, reason: " ", ...(kind && { kind }) };
      await expectRefusal(asha.mutation(api.reports.file, args), "BAD_INPUT", "Please provide a reason for reporting");
    }
    await report(asha, ravi, { kind: "harassment", reason: "" });
    await file(asha, kabir);

    expect(await (await moderator(t)).query(api.moderator.reports, {})).toMatchObject([
      { name: "Ravi", kind: "harassment", reason: "" },
      { name: "Kabir", kind: "other", reason: REASON },
    ]);
  });

  test("sent twice, even simultaneously, counts once", async () => {
    const { t, asha, ravi } = await pair();
    await Promise.all([file(asha, ravi), file(asha, ravi), file(asha, ravi, "Something else")]);
    await file(asha, ravi);

    expect(await (await moderator(t)).query(api.moderator.reports, {})).toHaveLength(1);
  });

  test("about a person the caller cannot see is refused like one about an unknown id", async ({ t }) => {
    const { asha } = await pair(t);
    const [meera, waiting] = [await woman(t, "Meera"), await applicant(t, "Nina")];
    const matchId = await match(asha, await man(t, "Nils"));
    const desk = await moderator(t);
    const ids = [meera.userId, waiting.userId, asha.userId, desk.userId, matchId, "nobody", ""];

    for (const reportedUserId of ids) {
      await expectRefusal(asha.mutation(api.reports.file, { reportedUserId, reason: REASON }), unknown);
    }
    expect(await desk.query(api.moderator.reports, {})).toEqual([]);
    expect(await deckOf(asha)).toEqual(["Ravi"]);
  });

  test("about a former match is accepted, even if that person unmatched or reported first", async () => {
    const { t, asha, ravi } = await pair();
    const nils = await man(t, "Nils");
    const matchId = await match(asha, ravi);
    await ravi.mutation(api.matches.unmatch, { matchId });
    await match(asha, nils);
    await file(nils, asha);
    for (const person of [ravi, ravi, nils]) await file(asha, person);
    const reports = await (await moderator(t)).query(api.moderator.reports, {});

    expect(reports.map(({ name }) => name)).toEqual(["Asha", "Ravi", "Nils"]);
    expect([await deckOf(asha), await deckOf(ravi), await deckOf(nils)]).toEqual([[], [], []]);
  });

  test("counts even if the reported person reports the reporter at the same moment, and so does theirs", async () => {
    const { t, asha, ravi } = await pair();
    await Promise.all([file(asha, ravi), file(ravi, asha)]);
    const reports = await (await moderator(t)).query(api.moderator.reports, {});

    expect(reports.map(({ name }) => name).sort()).toEqual(["Asha", "Ravi"]);
    expect([await deckOf(asha), await deckOf(ravi)]).toEqual([[], []]);
  });

  test("can be filed fifteen times in a row, and not a sixteenth time", async () => {
    const { asha, men } = await ashaAndMen(16);
    const answers = await Promise.allSettled(men.map((him) => file(asha, him)));

    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(15);
    expect(answers.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { data: { code: "TOO_MANY_TRIES", retryAfter: expect.any(Number) } },
    });
  });
});

describe("a block", () => {
  test("can be made thirty times in a row, and sending one again does not count", async () => {
    const { asha, men } = await ashaAndMen(31);
    const [first, last] = [men[0]!, men[30]!];
    for (const him of men.slice(0, 30)) await block(asha, him);

    expect(await block(asha, first)).toBeNull();
    await expectRefusal(block(asha, last), { code: "TOO_MANY_TRIES", retryAfter: expect.any(Number) });
  });

  test("parts two people, with or without a match, and files no report", async () => {
    const { t, asha, ravi } = await pair();
    const kabir = await man(t, "Kabir");
    await match(asha, kabir);
    await likes(ravi, asha);
    for (const him of [ravi, kabir]) expect(await block(asha, him)).toBeNull();

    expect([await deckOf(asha), await pendingOf(asha), await matchesOf(asha)]).toEqual([[], [], []]);
    expect([await deckOf(ravi), await deckOf(kabir), await matchesOf(kabir)]).toEqual([[], [], []]);
    expect(await (await moderator(t)).query(api.moderator.reports, {})).toEqual([]);
    expect(await swipesLeft(asha)).toBe(4);
  });

  test("is not noticed by the other person, who still finds the blocker in the deck and can swipe", async () => {
    const { asha, ravi } = await pair();
    await block(asha, ravi);

    expect(await deckOf(ravi)).toEqual(["Asha"]);
    expect(await likes(ravi, asha)).toEqual({ match: false });
    expect([await deckOf(ravi), await pendingOf(asha)]).toEqual([[], []]);
  });

  test("of a person the caller cannot see is refused like one of an unknown id", async ({ t }) => {
    const { asha } = await pair(t);
    const [meera, waiting] = [await woman(t, "Meera"), await applicant(t, "Nina")];
    for (const profileId of [meera.userId, waiting.userId, asha.userId, "nobody", ""]) {
      await expectRefusal(
        asha.mutation(api.reports.block, { profileId }),
        "NOT_FOUND",
        "Failed to block. Please try again.",
      );
    }
  });
});

describe("three reports", () => {
  test("by different people hide the reported person from everybody, and that person notices nothing", async () => {
    const t = setupTest();
    const [ravi, women] = [await man(t, "Ravi"), await several(woman, t, "Woman", 4)];
    await file(women[0]!, ravi);
    await file(women[0]!, ravi);
    await file(women[1]!, ravi);
    expect(await deckOf(women[3]!)).toEqual(["Ravi"]);
    await file(women[2]!, ravi);

    expect(await deckOf(women[3]!)).toEqual([]);
    expect(await ravi.query(api.profiles.me, {})).toMatchObject({ moderationStatus: "approved" });
    expect((await deckOf(ravi)).sort()).toEqual(["Woman 1", "Woman 2", "Woman 3", "Woman 4"]);
  });

  test("count only while their reporters are approved", async ({ t }) => {
    const [ravi, women] = [await man(t, "Ravi"), await several(woman, t, "Woman", 4)];
    for (const her of women.slice(0, 2)) await file(her, ravi);
    await t.run(async (ctx) => await ctx.db.patch("users", women[0]!.userId, { status: "suspended" }));
    await file(women[2]!, ravi);

    expect(await deckOf(women[3]!)).toEqual(["Ravi"]);
  });

  test("hide a person until a moderator dismisses one of them", async ({ t }) => {
    const [ravi, women] = [await man(t, "Ravi"), await several(woman, t, "Woman", 4)];
    for (const her of women.slice(0, 3)) await file(her, ravi);
    const desk = await moderator(t);
    const reports = await desk.query(api.moderator.reports, {});
    expect(reports.map(({ userStatus, reports }) => [userStatus, reports])).toEqual([
      ["hidden", 3],
      ["hidden", 3],
      ["hidden", 3],
    ]);
    await desk.mutation(api.moderator.dismiss, { id: reports[0]!._id });

    expect([await deckOf(women[3]!), await deckOf(women[0]!)]).toEqual([["Ravi"], []]);
    expect(await desk.query(api.moderator.reports, {})).toMatchObject([{ userStatus: "approved" }, { reports: 2 }]);
  });
});
