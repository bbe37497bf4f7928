/** Open reports about a person who has deleted their account. */
import { describe, expect, vi } from "vitest";
import { api, internal } from "../../_generated/api";
import { pair } from "../../testing/crowd.testing";
import { moderator, signedIn } from "../../testing/people.testing";
import { everyRow, rowsIn, settled, test } from "../../testing/product.testing";
import { FILES_EACH, files, phoneOf } from "../../testing/profiles.testing";
import { report, SUSPENSION } from "../../testing/reports.testing";
import { limits } from "../../shared/limits";
import { expectRefusal } from "../../testing/refusals.testing";
import { back, backWaiting, gone, knownIn } from "../../testing/returns.testing";

describe("an open report about a person who deleted their account", () => {
  test("stays for moderators with the card, and the picture moves to a new URL", async () => {
    const { t, ravi, photo } = await reportedAndGone();
    const [left, ...more] = await (await moderator(t)).query(api.moderator.reports, {});

    expect([left, more]).toMatchObject([{ name: "Ravi", kind: "scam", userStatus: "deleted" }, []]);
    expect((await t.fetch(photo)).status).toBe(404);
    expect((await t.fetch(new URL(left?.photoURL ?? "").pathname)).status).toBe(200);
    for (const secret of [ravi.email, ravi.userId, "ravi.insta", phoneOf("Ravi")]) {
      expect(await everyRow(t)).not.toContain(secret);
    }
  });

  test("is deleted with its card and picture when a moderator dismisses it", async () => {
    const { t } = await reportedAndGone();
    const desk = await moderator(t);
    const [left] = await desk.query(api.moderator.reports, {});
    await desk.mutation(api.moderator.dismiss, { id: left!._id });

    expect(await everyRow(t)).not.toContain("Ravi");
    expect(await files(t)).toBe(FILES_EACH);
    await backWaiting(t, "the same handle in capitals");
    expect((await knownIn(t)).map(({ what }) => what)).toEqual(["blocked"]);
  });

  test("may lead to a suspension, and then the address cannot sign up again", async () => {
    const { t, ravi } = await reportedAndGone();
    const desk = await moderator(t);
    const [left] = await desk.query(api.moderator.reports, {});
    await desk.mutation(api.moderator.suspend, { id: left!._id, reason: SUSPENSION });

    expect(await everyRow(t)).not.toContain("Ravi");
    await expectRefusal(t.action(api.auth.sendOtp, { email: ravi.email }), "ALREADY_VERIFIED");
    await backWaiting(t, "the same handle in capitals");
    expect((await knownIn(t)).map(({ what }) => what)).toContain("suspended");
  });

  test("follows them to their next account, so a suspension holds there too", async () => {
    const { t, ravi } = await reportedAndGone();
    const again = await back(t, "the same address");
    const desk = await moderator(t);
    const [left, ...more] = await desk.query(api.moderator.reports, {});
    expect([left, more]).toMatchObject([{ name: "Ravi", kind: "scam", userStatus: "approved" }, []]);
    await desk.mutation(api.moderator.suspend, { id: left!._id, reason: SUSPENSION });

    const suspended = await signedIn(t, again.email);
    await expectRefusal(suspended.query(api.swipes.deck, {}), "FORBIDDEN");
    await gone(t, suspended);
    await expectRefusal(t.action(api.auth.sendOtp, { email: ravi.email }), "ALREADY_VERIFIED");
    expect(await files(t)).toBe(FILES_EACH);
  });
});

test("a former account is deleted after ninety days, with its reports and pictures", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { t, asha } = await reportedAndGone();
  await gone(t, asha);
  const forget = async () => {
    await t.mutation(internal.jobs.deleteOldFormers, {});
    await settled(t);
  };
  vi.setSystemTime(Date.now() + limits.formerLifetime - 1_000);
  await forget();
  expect(await rowsIn(t, "formerAccounts")).toHaveLength(2);
  vi.setSystemTime(Date.now() + 2_000);
  await forget();

  for (const table of ["formerAccounts", "identifiers", "partings", "imageHashes", "reports", "photos"] as const) {
    expect(await rowsIn(t, table), table).toEqual([]);
  }
  expect(await files(t)).toBe(0);
});

/** Asha reported Ravi, who then deleted his account. */
async function reportedAndGone() {
  const { t, asha, ravi } = await pair();
  const { photoURL } = await ravi.query(api.profiles.me, {});
  await report(asha, ravi, { kind: "scam", reason: "Sells tickets." });
  await gone(t, ravi);
  return { t, asha, ravi, photo: new URL(photoURL ?? "").pathname };
}
