import { describe, expect } from "vitest";
import { api, internal } from "../../_generated/api";
import { pass } from "../../testing/clock.testing";
import { failMail, mailsTo } from "../../testing/mails.testing";
import {
  addressOf,
  moderator,
  newcomer,
  organiser,
  PASSWORD,
  signedIn,
  type Person,
} from "../../testing/people.testing";
import { everyRow, type Product, rowsIn, setupTest, test } from "../../testing/product.testing";
import { limits } from "../../shared/limits";
import { accept, invitationOf, invited, mailedToken, STAFF_PASSWORD } from "../../testing/staff.testing";
import { expectRefusal } from "../../testing/refusals.testing";

const mona = addressOf("Mona");
const change = async (by: Person, { userId }: Person, act: "makeModerator" | "remove") =>
  await by.action(api.organiser.changeOrganiser, { userId, act, password: PASSWORD });
const enter = async (t: Product, email = mona, password = STAFF_PASSWORD) =>
  await signedIn(t, email, password, "moderator");

describe("an invitation", () => {
  test("adds the person who accepts its mailed link to the staff, in the invited role, once", async () => {
    const t = setupTest();
    const ines = await organiser(t, "Ines");
    const token = await invited(t, ines, ` ${mona.toUpperCase()} `);
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(await ines.query(api.organiser.invitations, {})).toMatchObject([
      { email: mona, kind: "moderator", isNew: true, by: "ines" },
    ]);

    await accept(t, token);
    expect(await (await enter(t)).query(api.staff.me, {})).toMatchObject({ email: mona, kind: "moderator" });
    expect(await ines.query(api.organiser.invitations, {})).toEqual([]);
    await expectRefusal(accept(t, token, "Somebody else 3!"), "BAD_INPUT");
    await expect(enter(t, mona, "Somebody else 3!")).rejects.toThrow();
  });

  test("shows its address each time its link is opened, until the link is used", async ({ t }) => {
    const token = await invited(t, await organiser(t, "Ines"), mona);
    for (let n = 0; n < 20; n += 1) {
      expect(await t.action(api.staff.openInvitation, { token })).toEqual({
        email: mona,
        kind: "moderator",
        isNew: true,
      });
    }
    await accept(t, token);
    await expectRefusal(t.action(api.staff.openInvitation, { token }), "BAD_INPUT");
  });

  test("is stored as a hash, and only the mail has its token", async ({ t }) => {
    const token = await invited(t, await organiser(t, "Ines"), mona);
    expect(await everyRow(t)).not.toContain(token);
    expect(mailsTo(mona)[0]?.text).toContain(`/staff#${token}`);
  });

  test("that is forged, withdrawn, replaced or two days old does not work", async ({ t }) => {
    const ines = await organiser(t, "Ines");
    const first = await invited(t, ines, mona);
    const second = await invited(t, ines, mona);
    expect(await ines.query(api.organiser.invitations, {})).toHaveLength(1);
    await ines.mutation(api.organiser.resend, { id: await invitationOf(ines, mona) });
    const third = await mailedToken(t, mona);
    for (const dead of ["", "f".repeat(64), first, second]) await expectRefusal(accept(t, dead), "BAD_INPUT");

    pass(limits.invitationLifetime);
    await expectRefusal(accept(t, third), "BAD_INPUT");
    const fourth = await invited(t, ines, mona);
    await ines.mutation(api.organiser.withdraw, { id: await invitationOf(ines, mona) });
    await expectRefusal(accept(t, fourth), "BAD_INPUT");
    expect(await t.query(internal.moderator.list, {})).toEqual([]);
  });

  test("is replaced by a newer one from any organiser, to any spelling of the address and in any role", async ({
    t,
  }) => {
    const [ines, ida] = [await organiser(t, "Ines"), await organiser(t, "Ida")];
    const first = await invited(t, ines, "mona@gmail.com");
    const second = await invited(t, ida, "mo.na@gmail.com", "organiser");
    await expectRefusal(accept(t, first), "BAD_INPUT");
    await accept(t, second);
    expect(await (await enter(t, "mona@gmail.com")).query(api.staff.me, {})).toMatchObject({ kind: "organiser" });
    expect((await rowsIn(t, "incidents")).at(-1)).toMatchObject({ what: "organiserMade", by: ida.userId });
  });

  test("accepts only a strong password, and a weak one does not use up the link", async ({ t }) => {
    const token = await invited(t, await organiser(t, "Ines"), mona);
    for (let n = 0; n < 6; n += 1) await expectRefusal(accept(t, token, "password"), "BAD_INPUT");
    await accept(t, token);
    await enter(t);
  });

  test.each(["moderator", "organiser"] as const)(
    "as %s, for an attendee's address, makes a second account and leaves the attendee's alone",
    async (kind) => {
      const t = setupTest();
      const asha = await newcomer(t, "Asha");
      await accept(t, await invited(t, await organiser(t, "Ines"), asha.email, kind));
      expect((await enter(t, asha.email)).userId).not.toBe(asha.userId);
      expect((await signedIn(t, asha.email)).userId).toBe(asha.userId);
      await expect(signedIn(t, asha.email, STAFF_PASSWORD)).rejects.toThrow();
      await expectRefusal(asha.query(api.moderator.queue, {}), "FORBIDDEN");
    },
  );

  test("is refused for the address of a member of the staff, and for text that is not an address", async ({ t }) => {
    const ines = await organiser(t, "Ines");
    for (const email of [ines.email, "mona", ""])
      for (const invite of [
        ines.mutation(api.organiser.invite, { email, kind: "moderator" }),
        ines.action(api.organiser.makeOrganiser, { email, password: PASSWORD }),
      ])
        await expectRefusal(invite, "BAD_INPUT");
    expect(await ines.query(api.organiser.invitations, {})).toEqual([]);
  });

  test("stops working when its organiser is removed or demoted", async ({ t }) => {
    const [ines, ida] = [await organiser(t, "Ines"), await organiser(t, "Ida")];
    const token = await invited(t, ida, mona, "organiser");
    await change(ines, ida, "makeModerator");
    await expectRefusal(accept(t, token), "BAD_INPUT");

    await ines.action(api.organiser.makeOrganiser, { email: ida.email, password: PASSWORD });
    const second = await invited(t, ida, mona, "organiser");
    await change(ines, ida, "remove");
    await expectRefusal(accept(t, second), "BAD_INPUT");
  });

  test("from an organiser removed by the command line does not work, and neither does one to a removed person", async () => {
    const t = setupTest();
    const [ines, ida] = [await organiser(t, "Ines"), await organiser(t, "Ida")];
    const token = await invited(t, ida, mona, "organiser");
    await t.mutation(internal.organiser.remove, { email: ida.email });
    await expectRefusal(accept(t, token), "BAD_INPUT");

    const second = await invited(t, ines, mona, "organiser");
    await moderator(t, "Mona");
    await t.mutation(internal.moderator.remove, { email: mona });
    await expectRefusal(accept(t, second), "BAD_INPUT");
    expect(await ines.query(api.organiser.invitations, {})).toEqual([]);
  });

  test("is mailed again when the provider refused its first mail", async ({ t }) => {
    const ines = await organiser(t, "Ines");
    failMail(500);
    await invited(t, ines, mona);
    expect(mailsTo(mona)).toEqual([]);
    failMail(null);
    pass(120_000);
    await t.mutation(internal.outbox.retryDue, {});
    await accept(t, await mailedToken(t, mona));
  });
});

describe("a new password", () => {
  test("is set by a link and ends every session; until then the old password works", async ({ t }) => {
    const ines = await organiser(t, "Ines");
    const desk = await moderator(t, "Mona");
    await ines.mutation(api.organiser.sendPassword, { userId: desk.userId });
    const token = await mailedToken(t, mona);
    await enter(t, mona, PASSWORD);

    await accept(t, token);
    await expectRefusal(desk.query(api.staff.me, {}), "UNAUTHENTICATED");
    await expect(enter(t, mona, PASSWORD)).rejects.toThrow();
    expect((await enter(t)).userId).toBe(desk.userId);
  });

  test("from the command line ends an earlier link, which may be in the wrong hands", async ({ t }) => {
    const [ines, desk] = [await organiser(t, "Ines"), await moderator(t, "Mona")];
    await ines.mutation(api.organiser.sendPassword, { userId: desk.userId });
    const token = await mailedToken(t, mona);
    await t.action(internal.moderator.create, { email: mona, password: "Another horse 8!" });
    await expectRefusal(accept(t, token), "BAD_INPUT");
    await enter(t, mona, "Another horse 8!");
  });

  test("cannot be set by a link from before the person was removed and came back", async ({ t }) => {
    const ines = await organiser(t, "Ines");
    const desk = await moderator(t, "Mona");
    await ines.mutation(api.organiser.sendPassword, { userId: desk.userId });
    const token = await mailedToken(t, mona);
    await t.mutation(internal.moderator.remove, { email: mona });
    await moderator(t, "Mona");
    await expectRefusal(accept(t, token), "BAD_INPUT");
    await enter(t, mona, PASSWORD);
  });
});

describe("a member of the staff", () => {
  test("is signed out on every device when removed, and the trail names the organiser", async ({ t }) => {
    const ines = await organiser(t, "Ines");
    const [desk, phone] = [await moderator(t, "Mona"), await enter(t, mona, PASSWORD)];
    await ines.mutation(api.organiser.removeMember, { userId: desk.userId });
    for (const device of [desk, phone]) await expectRefusal(device.query(api.moderator.queue, {}), "UNAUTHENTICATED");
    await expect(enter(t, mona, PASSWORD)).rejects.toThrow();
    expect((await ines.query(api.organiser.staff, {})).map(({ email }) => email)).toEqual([ines.email]);
    expect(await ines.query(api.moderator.trail, {})).toMatchObject([
      { moderator: "ines", ruling: "removed", name: "mona" },
    ]);
    expect(await t.query(internal.incidents.list, { by: ines.userId })).toMatchObject([
      { what: "removed", about: desk.userId },
    ]);
  });

  test("cannot remove or demote themselves, so one organiser always remains", async ({ t }) => {
    const ines = await organiser(t, "Ines");
    await expectRefusal(
      ines.mutation(api.organiser.removeMember, { userId: ines.userId }),
      "BAD_INPUT",
      "You cannot remove yourself. Ask another organiser.",
    );
    for (const act of ["makeModerator", "remove"] as const) await expectRefusal(change(ines, ines, act), "BAD_INPUT");
    expect(await ines.query(api.organiser.staff, {})).toHaveLength(1);
  });

  test("remains as organiser when two organisers remove or demote each other simultaneously", async () => {
    for (const act of ["remove", "makeModerator"] as const) {
      const t = setupTest();
      const [ines, ida] = [await organiser(t, "Ines"), await organiser(t, "Ida")];
      const did = await Promise.allSettled([change(ines, ida, act), change(ida, ines, act)]);
      expect(did.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      expect(await t.query(internal.organiser.list, {})).toHaveLength(1);
    }
  });

  test("is never an attendee: organisers can neither promote nor remove one, nor mail one a password link", async ({
    t,
  }) => {
    const [ines, asha] = [await organiser(t, "Ines"), await newcomer(t, "Asha")];
    const { userId } = asha;
    for (const attempt of [
      ines.mutation(api.organiser.removeMember, { userId }),
      ines.mutation(api.organiser.sendPassword, { userId }),
    ])
      await expectRefusal(attempt, "NOT_FOUND");
    for (const act of ["makeModerator", "remove"] as const) await expectRefusal(change(ines, asha, act), "NOT_FOUND");
    await asha.query(api.profiles.me, {});
  });

  test("gets an organiser's rights as soon as they are promoted, and loses them as soon as they are demoted", async ({
    t,
  }) => {
    const [ines, desk] = [await organiser(t, "Ines"), await moderator(t, "Mona")];
    await ines.action(api.organiser.makeOrganiser, { email: desk.email, password: PASSWORD });
    expect(await desk.query(api.organiser.staff, {})).toHaveLength(2);
    await change(ines, desk, "makeModerator");
    await expectRefusal(desk.query(api.organiser.staff, {}), "FORBIDDEN");
    await desk.query(api.moderator.queue, {});
  });
});

describe("the sessions of the staff", () => {
  test("survive more than twenty sign-ins if recently used, while idle ones make room", async ({ t }) => {
    const desk = await moderator(t, "Mona");
    const idle = await enter(t, mona, PASSWORD);
    pass(limits.staffIdleMs + 60_000);
    await desk.mutation(api.moderator.claim, { item: null });
    const others = [];
    for (let n = 0; n < 24; n += 1) others.push(await enter(t, mona, PASSWORD));
    for (const device of [desk, ...others]) await device.query(api.moderator.queue, {});
    await expectRefusal(idle.query(api.moderator.queue, {}), "UNAUTHENTICATED");
  });

  test("are limited in number, and the least recently used one ends first", async ({ t }) => {
    const [first, second] = [await moderator(t, "Mona"), await enter(t, mona, PASSWORD)];
    pass(60_000);
    await first.mutation(api.moderator.claim, { item: null });
    await t.run(async (ctx) => {
      const session = { userId: first.userId, expirationTime: Date.now() + 86_400_000 };
      for (let n = 0; n < limits.staffSessionsMax - 2; n += 1) await ctx.db.insert("authSessions", session);
    });
    await enter(t, mona, PASSWORD);
    expect(await rowsIn(t, "authSessions")).toHaveLength(limits.staffSessionsMax);
    await first.query(api.moderator.queue, {});
    await expectRefusal(second.query(api.moderator.queue, {}), "UNAUTHENTICATED");
    await t.mutation(internal.moderator.remove, { email: mona });
    expect(await rowsIn(t, "authSessions")).toEqual([]);
  });
});
