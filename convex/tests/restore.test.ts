/** A restore brings back nothing that had ended: sessions, codes, links and accounts. Each test treats its product as a restored backup. */
import { expect, vi } from "vitest";
import { api, internal } from "../_generated/api";
import { deleteAccount, linkTo } from "../testing/auth.testing";
import { MINUTE, pass } from "../testing/clock.testing";
import { first, queueCodes } from "../testing/codes.testing";
import { match, man, woman } from "../testing/crowd.testing";
import { codeFor, failMail, mailsTo } from "../testing/mails.testing";
import { addressOf, moderator, newcomer, signsUp, organiser, PASSWORD, signedIn } from "../testing/people.testing";
import { everyRow, runMailJob, rowsIn, settled, setupTest, test } from "../testing/product.testing";
import { accept, invited } from "../testing/staff.testing";
import { expectRefusal } from "../testing/refusals.testing";

test("a restore ends every session for good, and people sign in again with their password", async () => {
  const t = setupTest();
  const [{ email }, ines] = [await woman(t, "Asha"), await organiser(t, "Ines")];
  const asha = await signedIn(t, email);
  const report = await t.action(internal.restore.finish, {});
  expect(report.ended).toMatchObject({ sessions: 4 });
  await expectRefusal(asha.query(api.swipes.deck, {}), "UNAUTHENTICATED");
  await expectRefusal(ines.query(api.organiser.staff, {}), "UNAUTHENTICATED");
  const response = await t.fetch("/api/users/me", { headers: { "x-auth-token": asha.token } });
  expect(response.status).toBe(401);
  expect(await t.action(api.auth.signIn, { refreshToken: asha.refreshToken })).toEqual({ tokens: null });
  expect(await rowsIn(t, "authRefreshTokens")).toEqual([]);
  await (await signedIn(t, asha.email)).query(api.swipes.deck, {});
});

test("links and codes mailed before a restore do not work, and the invitation is not mailed again", async ({ t }) => {
  const [asha, ines] = [await signsUp(t, "Asha"), await organiser(t, "Ines")];
  const invitation = await invited(t, ines, "mona@people.test");
  await t.action(api.auth.requestReset, { email: asha.email });
  const reset = await linkTo(t, asha.email);
  const email = addressOf("Nina");
  await t.action(api.auth.sendOtp, { email });

  const report = await t.action(internal.restore.finish, {});
  expect(report.ended).toMatchObject({ invitations: 1, resets: 1, codes: 1 });
  await expect(accept(t, invitation)).rejects.toThrow();
  await expect(t.action(api.auth.resetPassword, { token: reset, password: "A new horse 8!" })).rejects.toThrow();
  await expect(t.action(api.auth.verifyOtp, { email, otp: codeFor(email), password: PASSWORD })).rejects.toThrow();
  expect(mailsTo("mona@people.test")).toHaveLength(1);
});

test("a code, a reset link and an invitation that wait for the provider are not mailed after a restore", async ({
  t,
}) => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const [asha, ines] = [await newcomer(t, "Asha"), await organiser(t, "Ines")];
  const mona = addressOf("Mona");
  failMail(500);
  await t.action(api.auth.requestReset, { email: asha.email });
  await ines.mutation(api.organiser.invite, { email: mona, kind: "moderator" });
  await settled(t);
  await queueCodes(t, 1);
  expect((await rowsIn(t, "outbox")).map(({ channel }) => channel).toSorted()).toEqual(["code", "link", "link"]);

  await t.action(internal.restore.finish, {});
  failMail(null);
  pass(5 * MINUTE);
  await runMailJob(t);
  for (const email of [asha.email, mona, first]) expect([email, mailsTo(email)]).toEqual([email, []]);
});

test("a restore deletes again the attendees and staff who were deleted since the backup, and nobody else", async () => {
  const t = setupTest();
  const [asha, ravi, ines] = [await woman(t, "Asha"), await man(t, "Ravi"), await organiser(t, "Ines")];
  const [mona, ida] = [await moderator(t, "Mona"), await organiser(t, "Ida")];
  await match(asha, ravi);
  const ids = [asha.userId, mona.userId, "nobody", ida.userId];

  const report = await t.action(internal.restore.finish, { ids });
  await settled(t);
  expect(report.removed).toEqual([
    "attendee",
    { email: mona.email, kind: "moderator" },
    { email: ida.email, kind: "organiser" },
  ]);
  expect(report.staff.map(({ email }) => email)).toContain(ines.email);
  expect(report.staff.map(({ email }) => email)).not.toContain(mona.email);
  expect(await everyRow(t)).not.toContain(asha.email);
  await expect(signedIn(t, mona.email, PASSWORD, "moderator")).rejects.toThrow();
  expect(await (await signedIn(t, ravi.email)).query(api.matches.list, {})).toEqual([]);
  const log = (await rowsIn(t, "incidents")).find(({ what }) => what === "restored");
  expect(log?.counts).toMatchObject({ removed: 3 });
});

test("the list of deletions has accounts deleted by their owner, an organiser or the command line, each once", async ({
  t,
}) => {
  const [asha, ravi] = [await signsUp(t, "Asha"), await newcomer(t, "Ravi")];
  const [ines, ida] = [await organiser(t, "Ines"), await organiser(t, "Ida")];
  const [mona, neil] = [await moderator(t, "Mona"), await moderator(t, "Neil")];
  await deleteAccount(asha);
  const first = await t.query(internal.restore.deletions, {});
  expect(first.ids).toEqual([asha.userId]);
  pass(1_000);
  await ines.mutation(api.organiser.removeMember, { userId: mona.userId });
  await ines.mutation(api.people.remove, { userId: ravi.userId, reason: "asked" });
  await t.mutation(internal.moderator.remove, { email: neil.email });
  await t.mutation(internal.organiser.remove, { email: ida.email });
  const second = await t.query(internal.restore.deletions, { after: first.until });
  expect(second.ids).toEqual([mona, ravi, neil, ida].map(({ userId }) => userId));
  expect((await t.query(internal.restore.deletions, { after: second.until })).ids).toEqual([]);
});

test("the list of deletions has an account deleted before thousands of other entries in the log", async ({ t }) => {
  const asha = await signsUp(t, "Asha");
  await deleteAccount(asha);
  for (let batch = 0; batch < 3; batch++) {
    await t.run(async (ctx) => {
      for (let n = 0; n < 2_700; n++) await ctx.db.insert("incidents", { what: "approved" });
    });
  }
  expect((await t.query(internal.restore.deletions, {})).ids).toEqual([asha.userId]);
});

test("a restore ends hundreds of sessions", async ({ t }) => {
  const asha = await signsUp(t, "Asha");
  await t.run(async (ctx) => {
    const expirationTime = Date.now() + 86_400_000;
    for (let n = 0; n < 250; n++) await ctx.db.insert("authSessions", { userId: asha.userId, expirationTime });
  });
  expect((await t.action(internal.restore.finish, {})).ended).toMatchObject({ sessions: 251 });
  expect(await rowsIn(t, "authSessions")).toEqual([]);
});
