import { describe, expect, test, vi } from "vitest";
import { api } from "../../_generated/api";
import { deleteAccount } from "../../testing/auth.testing";
import { match, pair } from "../../testing/crowd.testing";
import { mailsTo, tokenFor } from "../../testing/mails.testing";
import { applicant, approve, signsUp, signedIn, reject } from "../../testing/people.testing";
import { rowsIn, everyRow, settled, setupTest } from "../../testing/product.testing";
import { files, pictureOf, profileInput } from "../../testing/profiles.testing";
import { suspend } from "../../testing/reports.testing";
import { expectRefusal } from "../../testing/refusals.testing";
import { deckOf } from "../../testing/views.testing";

describe("after a deletion", () => {
  test("the address signs up again as a new user, and meets the same people again", async () => {
    const { t, asha, ravi } = await pair();
    await match(asha, ravi);
    await deleteAccount(asha);
    await settled(t);
    const again = await signsUp(t, "Asha");

    expect(again.userId).not.toBe(asha.userId);
    expect(await again.query(api.profiles.me, {})).toMatchObject({
      profileCompleted: false,
      moderationStatus: "pending",
      swipesRemaining: 5,
      isPremium: false,
    });
    const photoId = await pictureOf(t, again);
    const profile = profileInput("Asha", { photoId, gender: "female", interestedIn: "male" });
    await again.mutation(api.profiles.create, { profile });
    await approve(t, again);
    expect([await deckOf(again), await deckOf(ravi)]).toEqual([["Ravi"], ["Asha"]]);
  });

  test("a link mailed before it is useless", async () => {
    const t = setupTest();
    const asha = await signsUp(t, "Asha");
    await t.action(api.auth.requestReset, { email: asha.email });
    await settled(t);
    const token = tokenFor(asha.email);
    await deleteAccount(asha);
    const again = await signsUp(t, "Asha");

    const reset = t.action(api.auth.resetPassword, { token, password: "Another horse 8?" });
    await expectRefusal(reset, { message: "Invalid reset link" });
    await again.query(api.profiles.me, {});
  });

  test("a link requested just before it is not mailed", async () => {
    const t = setupTest();
    const asha = await signsUp(t, "Asha");
    const mailed = mailsTo(asha.email).length;
    await t.action(api.auth.requestReset, { email: asha.email });
    await deleteAccount(asha);
    await settled(t);

    expect(mailsTo(asha.email).length - mailed).toBeLessThanOrEqual(1);
    expect(await rowsIn(t, "resets")).toEqual([]);
  });

  test("a picture that was still being processed is not kept", async () => {
    const t = setupTest();
    const asha = await signsUp(t, "Asha");
    await deleteAccount(asha);

    await expect(pictureOf(t, asha)).rejects.toThrow("The account is gone");
    expect(await files(t)).toBe(0);
  });
});

describe("a person who was turned away", () => {
  test("by a suspension may have the account deleted, and cannot sign up again with the address", async () => {
    const { t, asha, ravi } = await pair();
    await suspend(t, asha, ravi);
    await deleteAccount(ravi);
    await settled(t);

    expect(await everyRow(t)).not.toMatch(/ravi@people|Ravi/);
    await expectRefusal(t.action(api.auth.sendOtp, { email: ravi.email }), "ALREADY_VERIFIED");
    await expectRefusal(signedIn(t, ravi.email), { message: "Failed to login" });
  });

  test("gets no extra sign-ups by deleting the account", async () => {
    const t = setupTest();
    vi.useFakeTimers({ toFake: ["Date"] });
    for (let round = 0; round < 4; round++) {
      const asha = await applicant(t, "Asha");
      await reject(t, asha);
      if (round === 3) break;
      vi.setSystemTime(Date.now() + 3_600_000);
      await deleteAccount(await signsUp(t, "Asha"));
      vi.setSystemTime(Date.now() + 3_600_000);
    }
    vi.setSystemTime(Date.now() + 3_600_000);

    await expectRefusal(t.action(api.auth.sendOtp, { email: "asha@people.test" }), "ALREADY_VERIFIED");
    expect((await rowsIn(t, "formerAccounts")).map(({ rejections }) => rejections)).toEqual([0, 0, 0]);
  });
});
