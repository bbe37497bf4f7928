import { TOTP } from "otpauth";
import { describe, expect } from "vitest";
import { api, internal } from "../../_generated/api";
import { freeze, pass } from "../../testing/clock.testing";
import { moderator, organiser, PASSWORD, signedIn } from "../../testing/people.testing";
import { rowsIn, settled, setupTest, test } from "../../testing/product.testing";
import { expectRefusal } from "../../testing/refusals.testing";

describe("an organiser from the command line", () => {
  test("may have been a moderator, who stays signed in, and cannot become a moderator by mistake", async () => {
    const t = setupTest();
    const mona = await moderator(t, "Mona");
    await t.action(internal.organiser.create, { email: mona.email, password: PASSWORD });
    expect(await mona.query(api.staff.me, {})).toMatchObject({ _id: mona.userId, kind: "organiser" });
    await expectRefusal(
      t.action(internal.moderator.create, { email: mona.email, password: PASSWORD }),
      "BAD_INPUT",
      "This address is an organiser's. Use organiser:create.",
    );
    expect(await mona.query(api.staff.me, {})).toMatchObject({ kind: "organiser" });
  });

  test("is removed only by the command for organisers, which removes no moderator", async ({ t }) => {
    const [ines, mona] = [await organiser(t, "Ines"), await moderator(t, "Mona")];
    for (const [remove, email] of [
      [internal.moderator.remove, ines.email],
      [internal.organiser.remove, mona.email],
    ] as const) {
      await expectRefusal(t.mutation(remove, { email }), "NOT_FOUND");
    }
    expect(await t.mutation(internal.organiser.remove, { email: ines.email })).toBe(0);
    await expectRefusal(ines.query(api.staff.me, {}), "UNAUTHENTICATED");
    await expect(signedIn(t, ines.email, PASSWORD, "moderator")).rejects.toThrow();
  });
});

test("no row about the mails of a removed moderator stays", async ({ t }) => {
  const [ines, mona] = [await organiser(t, "Ines"), await moderator(t, "Mona")];
  const { secret } = await mona.action(api.staffSecondFactor.start, { password: PASSWORD });
  await mona.action(api.staffSecondFactor.confirm, { code: new TOTP({ secret }).generate() });
  await ines.mutation(api.organiser.turnOffSecondFactor, { userId: mona.userId });
  await settled(t);
  expect(await rowsIn(t, "sentMails")).toMatchObject([{ userId: mona.userId }]);
  await ines.mutation(api.organiser.removeMember, { userId: mona.userId });

  expect(await rowsIn(t, "sentMails")).toEqual([]);
});

describe("staff on duty", () => {
  test("are listed for organisers with the time when they were last here, or none once signed out", async () => {
    freeze();
    const t = setupTest();
    const [ines, mona] = [await organiser(t, "Ines"), await moderator(t, "Mona")];
    expect(await seen(ines)).toEqual({ [ines.email]: null, [mona.email]: null });

    await mona.mutation(api.staff.look, {});
    const first = Date.now();
    pass(60_000);
    await mona.mutation(api.staff.look, {});
    expect(await seen(ines)).toEqual({ [ines.email]: null, [mona.email]: first });
    pass(600_000);
    await mona.mutation(api.moderator.claim, { item: null });
    expect(await seen(ines)).toEqual({ [ines.email]: null, [mona.email]: Date.now() });

    await mona.action(api.auth.signOut, {});
    expect(await seen(ines)).toEqual({ [ines.email]: null, [mona.email]: null });
    expect(await rowsIn(t, "staffPresence")).toEqual([]);
  });
});

async function seen(ines: Awaited<ReturnType<typeof organiser>>): Promise<Record<string, number | null>> {
  const staff = await ines.query(api.organiser.staff, {});
  return Object.fromEntries(staff.map(({ email, seenAt }) => [email, seenAt]));
}
