/**
 * A stolen organiser session can do nothing irreversible. It can neither end the festival nor lock out the other organisers.
 */
import fc from "fast-check";
import { TOTP } from "otpauth";
import { describe, expect, test, vi } from "vitest";
import { api } from "../../_generated/api";
import { freezeAtNoon, pass, DAY } from "../../testing/clock.testing";
import { man, woman } from "../../testing/crowd.testing";
import { closingDue, endsIn, inDays } from "../../testing/festival.testing";
import { invitationTokenFor, mailsTo } from "../../testing/mails.testing";
import { moderator, organiser, PASSWORD, signedIn, type Person } from "../../testing/people.testing";
import { rowsIn, settled, setupTest, type Product } from "../../testing/product.testing";
import { accept, STAFF_PASSWORD } from "../../testing/staff.testing";
import { expectRefusal } from "../../testing/refusals.testing";
import { runs } from "../../testing/runs.testing";

const NAME = "Festival Match";
const refused = (message: unknown) => ({ code: "BAD_INPUT", message });

/** Creates a festival in its middle. Its days were saved ten days ago. */
async function midFestival() {
  freezeAtNoon();
  const t = setupTest();
  const people = [await woman(t, "Ashadevi"), await man(t, "Ravindra")] as const;
  const ines = await organiser(t, "Ines");
  await endsIn(ines, 11);
  pass(10 * DAY);
  return { t, ines, people };
}

async function setUpApp(who: Person): Promise<TOTP> {
  const app = new TOTP({ secret: (await who.action(api.staffSecondFactor.start, { password: PASSWORD })).secret });
  await who.action(api.staffSecondFactor.confirm, { code: app.generate() });
  return app;
}

const end = (who: Person, password: string, code?: string) =>
  who.action(api.closing.begin, { name: NAME, password, ...(code !== undefined && { code }) });

describe("ending a festival", () => {
  test("needs the password again, and wrong ones count towards the sign-in limit", async () => {
    const { t, ines, people } = await midFestival();
    await endsIn(ines, -300);
    await ines.mutation(api.closing.announce, {});
    pass(DAY);
    for (let n = 0; n < 10; n++) {
      await expectRefusal(end(ines, `Wrong guess ${n}`), refused("That is not your password."));
    }
    await expectRefusal(end(ines, PASSWORD), "TOO_MANY_TRIES");
    await expectRefusal(signedIn(t, ines.email, PASSWORD, "moderator"), "TOO_MANY_TRIES");
    expect((await rowsIn(t, "incidents")).map(({ what }) => what)).toContain("signInLimit");
    expect(await rowsIn(t, "profiles")).toHaveLength(people.length);
    pass(15 * 60_000);
    await end(ines, PASSWORD);
    await settled(t);
    expect(await rowsIn(t, "profiles")).toEqual([]);
  });

  test("needs the second factor too, if the organiser has one", async () => {
    const { t, ines } = await midFestival();
    const app = await setUpApp(ines);
    await endsIn(ines, -300);
    await ines.mutation(api.closing.announce, {});
    pass(DAY);
    await expectRefusal(end(ines, PASSWORD), "CODE_NEEDED");
    await expectRefusal(end(ines, PASSWORD, "000000"), "CODE_NEEDED");
    expect(await rowsIn(t, "erasureRuns")).toEqual([]);
    await end(ines, PASSWORD, app.generate());
    expect(await rowsIn(t, "erasureRuns")).toHaveLength(1);
  });

  test("needs a last day in the past, and an announcement at least a day before", async () => {
    const { t, ines } = await midFestival();
    const early = refused(expect.stringContaining("a day after everyone was told"));
    await expectRefusal(end(ines, PASSWORD), refused("The festival is not over yet"));
    await ines.mutation(api.closing.announce, {});
    pass(2 * DAY);
    await endsIn(ines, -300);
    await expectRefusal(end(ines, PASSWORD), early);
    await ines.mutation(api.closing.announce, {});
    pass(DAY - 1_000);
    await expectRefusal(end(ines, PASSWORD), early);
    pass(1_000);
    await end(ines, PASSWORD);
    const [who] = (await rowsIn(t, "incidents")).filter(({ what }) => what === "erasingStarted");
    expect(who?.by).toBe(ines.userId);
  });

  test("cannot be done by a new organiser, because a stolen session can make none", async () => {
    const { t, ines } = await midFestival();
    const confirm = refused("Please confirm it with your password.");
    const mona = await moderator(t, "Mona");
    const mallory = "mallory@evil.test";
    await expectRefusal(ines.mutation(api.organiser.invite, { email: mallory, kind: "organiser" }), confirm);
    for (const email of [mona.email, mallory]) {
      await expectRefusal(
        ines.action(api.organiser.makeOrganiser, { email, password: "Guess 1" }),
        refused("That is not your password."),
      );
    }
    await settled(t);
    expect(mailsTo(mallory)).toEqual([]);
    await expectRefusal(mona.query(api.organiser.staff, {}), "FORBIDDEN");
  });
});

describe("another organiser", () => {
  const confirm = refused("Please confirm it with your password.");

  test("cannot be demoted, removed or lose the second factor through a stolen session, and can remove its owner", async () => {
    const { t, ines } = await midFestival();
    const ida = await organiser(t, "Ida");
    const app = await setUpApp(ida);
    const { userId } = ida;
    for (const attempt of [
      ines.mutation(api.organiser.removeMember, { userId }),
      ines.mutation(api.organiser.turnOffSecondFactor, { userId }),
    ])
      await expectRefusal(attempt, confirm);
    for (const act of ["makeModerator", "remove", "turnOffSecondFactor"] as const) {
      await expectRefusal(
        ines.action(api.organiser.changeOrganiser, { userId, act, password: "Guess 1" }),
        refused("That is not your password."),
      );
    }
    await setUpApp(ines);
    await expectRefusal(
      ines.action(api.organiser.changeOrganiser, { userId, act: "remove", password: PASSWORD }),
      "CODE_NEEDED",
    );

    await settled(t);
    expect(await ida.query(api.staff.me, {})).toMatchObject({ kind: "organiser", secondFactor: true });
    pass(60_000);
    await ida.action(api.organiser.changeOrganiser, {
      ...{ userId: ines.userId, act: "remove", password: PASSWORD, code: app.generate() },
    });
    await expectRefusal(ines.query(api.staff.me, {}), "UNAUTHENTICATED");
  });

  test("can be changed with the password, and the trail has the changes", async () => {
    const { t, ines } = await midFestival();
    const ida = await organiser(t, "Ida");
    await setUpApp(ida);
    const { userId } = ida;
    const change = async (act: "makeModerator" | "remove" | "turnOffSecondFactor") =>
      await ines.action(api.organiser.changeOrganiser, { userId, act, password: PASSWORD });
    await change("turnOffSecondFactor");
    expect(await ida.query(api.staff.me, {})).toMatchObject({ kind: "organiser", secondFactor: false });
    await change("makeModerator");
    expect(await ida.query(api.staff.me, {})).toMatchObject({ kind: "moderator" });
    await change("remove");
    await expectRefusal(ida.query(api.staff.me, {}), "UNAUTHENTICATED");
    const trail = (await ines.query(api.moderator.trail, {})).filter(({ name }) => name === "ida");
    const rulings = trail.map(({ ruling }) => ruling);
    expect(rulings.toSorted()).toEqual(["madeModerator", "removed", "secondFactorOff"]);
  });
});

test("two weeks of random calls through a stolen session erase nobody, and saving the days withdraws the announcement", async () => {
  const step = fc.oneof(
    fc.record({ act: fc.constant("save" as const), lastDay: fc.integer({ min: -800, max: 40 }) }),
    fc.record({ act: fc.constantFrom("announce", "withdraw", "ribbon", "promote", "lockOut", "cron", "resend") }),
    fc.record({ act: fc.constantFrom("begin", "sooner", "plan", "invite"), day: fc.integer({ min: 0, max: 60 }) }),
    fc.record({ act: fc.constant("wait" as const), hours: fc.integer({ min: 1, max: 40 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14 }), async (steps) => {
      const { t, ines, people } = await midFestival();
      const thief = { t, ines, ida: await organiser(t, "Ida"), mona: await moderator(t, "Mona") };
      const until = Date.now() + 13 * DAY;
      for (const one of steps) {
        if ("hours" in one) pass(Math.min(one.hours * 3_600_000, until - Date.now()));
        else await attempt(thief, one as Attempt).catch(() => undefined);
        await closingDue(t);
        expect((await t.query(api.festival.settings, {})).appState).toBe("open");
      }
      expect(await rowsIn(t, "profiles")).toHaveLength(people.length);
      expect(await rowsIn(t, "erasureRuns")).toEqual([]);
      expect((await rowsIn(t, "users")).filter(({ kind }) => kind === "organiser")).toHaveLength(2);

      await endsIn(ines, 50);
      await closingDue(t);
      const { announcement } = await t.query(api.festival.settings, {});
      expect(announcement?.text ?? "").not.toContain("deleted");
      vi.useRealTimers();
    }),
    { numRuns: runs(10) },
  );
}, 120_000);

type Attempt = { act: string; lastDay?: number; day?: number };

/**
 * Makes one call of a thief, who has an organiser's session, a mailbox and a moderator's account, but no organiser's password.
 */
async function attempt(
  { t, ines, ida, mona }: { t: Product; ines: Person; ida: Person; mona: Person },
  { act, lastDay, day = 0 }: Attempt,
) {
  const mallory = "mallory@evil.test";
  const { erasesOn } = await ines.query(api.closing.status, {});
  const choice = { day: inDays(day), seen: String(erasesOn) };
  if (act === "save") await endsIn(ines, lastDay ?? 0);
  if (act === "announce") await ines.mutation(api.closing.announce, {});
  if (act === "withdraw") await ines.mutation(api.festival.withdraw, {});
  if (act === "ribbon") await ines.mutation(api.festival.announce, { text: "Hi", until: null, mail: true, push: true });
  const password = "Guess 1";
  if (act === "promote") await ines.action(api.organiser.makeOrganiser, { email: mona.email, password });
  if (act === "lockOut") await ines.mutation(api.organiser.removeMember, { userId: ida.userId });
  if (act === "resend")
    for (const { _id } of await rowsIn(t, "invitations")) await ines.mutation(api.organiser.resend, { id: _id });
  if (act === "begin") await end(ines, day % 2 ? "" : STAFF_PASSWORD);
  if (act === "sooner") await ines.action(api.closing.begin, { name: NAME, password: STAFF_PASSWORD, sooner: choice });
  if (act === "plan") await ines.mutation(api.closing.plan, choice);
  if (act !== "invite") return;
  await ines.mutation(api.organiser.invite, { email: mallory, kind: day % 2 ? "organiser" : "moderator" });
  await settled(t);
  await accept(t, invitationTokenFor(mallory));
  await end(await signedIn(t, mallory, STAFF_PASSWORD, "moderator"), STAFF_PASSWORD);
}
