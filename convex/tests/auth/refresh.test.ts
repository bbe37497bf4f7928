import { describe, expect } from "vitest";
import { api, internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import {
  email,
  ended,
  deleteAccount,
  linkTo,
  NEXT,
  deleteExpired,
  reset,
  rows,
  subjectOf,
} from "../../testing/auth.testing";
import { pass, frozenTest, DAY, MINUTE } from "../../testing/clock.testing";
import { man, woman } from "../../testing/crowd.testing";
import { member, moderator, signsUp, PASSWORD, signedIn, type Person } from "../../testing/people.testing";
import { everyRow, type Product, settled, test } from "../../testing/product.testing";
import { file } from "../../testing/reports.testing";
import { traced } from "../../testing/traces.testing";
import { expectRefusal, codeOf } from "../../testing/refusals.testing";

/** More rows than a call may read. */
const MANY = 1_200;
/** The most that one call may read and write, far below Convex's limit of 4,096 reads. */
const FEW = 1_000;

describe("a session refreshed over a thousand times does not stop", () => {
  test("a moderator from suspending its person", async ({ t }) => {
    const [asha, ravi] = [await woman(t, "Asha"), await renewed(t, await man(t, "Ravi"))];
    await file(asha, ravi);
    const desk = await moderator(t);
    const [report] = await desk.query(api.moderator.reports, {});
    const { ranges, writes } = await traced(() =>
      desk.mutation(api.moderator.suspend, { id: report!._id, reason: "Rude." }),
    );
    expect(ranges + writes.length).toBeLessThan(FEW);
    await nothingLeft(t, ravi);
  });

  test("a reset by a mailed link", async ({ t }) => {
    const asha = await renewed(t, await signsUp(t, "Asha"));
    const token = await linkTo(t, email);
    const { ranges, writes } = await traced(() => reset(t, token));
    expect(ranges + writes.length).toBeLessThan(FEW);
    await nothingLeft(t, asha);
    await signedIn(t, email, NEXT);
  });

  test("a new password for a moderator", async ({ t }) => {
    const meera = await renewed(t, await moderator(t, "Meera"));
    const credentials = { email: meera.email, password: NEXT };
    const { ranges, writes } = await traced(() => t.action(internal.moderator.create, credentials));
    expect(ranges + writes.length).toBeLessThan(FEW);
    await nothingLeft(t, meera);
  });

  test("the deletion of the account, which leaves nothing of the person", async ({ t }) => {
    const phone = await renewed(t, await member(t, "Asha"));
    for (let i = 0; i < 19; i++) await renewed(t, await signedIn(t, email), 20);
    const { ranges, writes } = await traced(() => deleteAccount(phone));
    expect(ranges + writes.length).toBeLessThan(FEW);
    await nothingLeft(t, phone);
    expect(await everyRow(t)).not.toContain(phone.userId);
    expect(await rows(t, "authRefreshTokens")).toBe(0);
  });

  test("signing out, or signing in again", async ({ t }) => {
    const phone = await renewed(t, await signsUp(t, "Asha"));
    const out = await traced(() => phone.action(api.auth.signOut, {}));
    expect(out.ranges + out.writes.length).toBeLessThan(FEW);
    await nothingLeft(t, phone);

    const laptop = await renewed(t, await signedIn(t, email));
    const params = { email, password: PASSWORD };
    const again = await traced(() => laptop.action(api.auth.signIn, { provider: "password", params }));
    expect(again.ranges + again.writes.length).toBeLessThan(FEW);
    await nothingLeft(t, laptop);
    expect(await rows(t, "authSessions")).toBe(1);
  });

  test("the job that deletes expired rows, batch by batch", async () => {
    const t = frozenTest();
    const phone = await renewed(t, await signsUp(t, "Asha"));
    for (let i = 0; i < 19; i++) await renewed(t, await signedIn(t, email), 20);
    pass(30 * DAY + 1);
    for (const what of ["authSessions", "authRefreshTokens"] as const) {
      const { ranges, writes } = await traced(() => t.mutation(internal.auth.deleteExpired, { what }));
      expect(ranges + writes.length).toBeLessThan(FEW);
    }
    await nothingLeft(t, phone);
    expect([await rows(t, "authSessions"), await rows(t, "authRefreshTokens")]).toEqual([0, 0]);
  });

  test("the deletion of expired tokens that lost their session", async () => {
    const t = frozenTest();
    const phone = await renewed(t, await signsUp(t, "Asha"), 500);
    await t.run(async (ctx) => await ctx.db.delete("authSessions", sessionOf(phone)));
    expect(await t.action(api.auth.signIn, { refreshToken: phone.refreshToken })).toEqual({ tokens: null });
    pass(30 * DAY + 1);
    await deleteExpired(t);

    expect(await rows(t, "authRefreshTokens")).toBe(0);
  });
});

describe("refreshing", () => {
  test("is limited per session: the session stays signed in, and other sessions are not affected", async () => {
    const t = frozenTest();
    const phone = await signsUp(t, "Asha");
    const laptop = await signedIn(t, email);
    const flood = Array.from({ length: 150 }, () => t.action(api.auth.signIn, { refreshToken: phone.refreshToken }));
    const codes = (await Promise.allSettled(flood)).map(codeOf);
    expect([codes.filter((code) => code === undefined).length, new Set(codes)]).toEqual([
      100,
      new Set([undefined, "TOO_MANY_TRIES"]),
    ]);
    await phone.query(api.profiles.me, {});
    const { tokens } = await t.action(api.auth.signIn, { refreshToken: laptop.refreshToken });
    expect(subjectOf(tokens?.token ?? "")).toEqual(subjectOf(laptop.token));
    pass(15 * MINUTE);
    expect((await t.action(api.auth.signIn, { refreshToken: phone.refreshToken })).tokens).not.toBeNull();
  });

  test("with an old token whose successor was already used ends the session on every device", async () => {
    const t = frozenTest();
    const phone = await signsUp(t, "Asha");
    const renew = async (refreshToken: string) => (await t.action(api.auth.signIn, { refreshToken })).tokens;
    const second = await renew(phone.refreshToken);
    pass(60_000);
    // The response to the first exchange was lost, so the client sends the same token again.
    expect((await renew(phone.refreshToken))?.refreshToken).toBe(second?.refreshToken);
    const third = await renew(second?.refreshToken ?? "");
    pass(5_000);
    expect(await renew(second?.refreshToken ?? "")).not.toBeNull();
    await phone.query(api.profiles.me, {});
    pass(60_000);

    expect(await renew(phone.refreshToken)).toBeNull();
    await expectRefusal(phone.query(api.profiles.me, {}), ended);
    expect(await renew(third?.refreshToken ?? "")).toBeNull();
  });
});

/** Inserts `times` refreshes of the person's session, each token the child of the one before it. Returns the person. */
async function renewed<P extends Person>(t: Product, person: P, times = MANY): Promise<P> {
  const sessionId = sessionOf(person);
  const expirationTime = Date.now() + 30 * DAY;
  let last: Id<"authRefreshTokens"> | undefined;
  for (let done = 0; done < times; done += 1_000) {
    last = await t.run(async (ctx) => {
      let parentRefreshTokenId = last;
      for (let i = done; i < Math.min(times, done + 1_000); i++) {
        const token = { sessionId, expirationTime, firstUsedTime: Date.now(), parentRefreshTokenId };
        parentRefreshTokenId = await ctx.db.insert("authRefreshTokens", token);
      }
      return parentRefreshTokenId;
    });
  }
  return person;
}

/** Checks that the person is signed out at once, and that no token is left after the scheduled jobs. */
async function nothingLeft(t: Product, person: Person): Promise<void> {
  await expectRefusal(person.query(api.profiles.me, {}), ended);
  await settled(t);
  expect(await everyRow(t)).not.toContain(sessionOf(person));
}

function sessionOf({ subject }: Person): Id<"authSessions"> {
  return subject.split("|")[1] as Id<"authSessions">;
}
