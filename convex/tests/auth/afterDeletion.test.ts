import { describe, expect } from "vitest";
import { api } from "../../_generated/api";
import { deleteAccount } from "../../testing/auth.testing";
import { match, pair } from "../../testing/crowd.testing";
import { tokenFor } from "../../testing/mails.testing";
import { approve, signsUp } from "../../testing/people.testing";
import { rowsIn, settled, test } from "../../testing/product.testing";
import { files, pictureOf, profileInput } from "../../testing/profiles.testing";
import { expectRefusal } from "../../testing/refusals.testing";
import { ordered, orders } from "../../testing/shop.testing";
import { deckOf } from "../../testing/views.testing";

describe("after a deletion", () => {
  test("no order leads to the provider's page with the person's data, even one that was being made", async () => {
    const { t, provider, asha } = await ordered();
    provider.pace = async (answer) => {
      await deleteAccount(asha);
      return await answer();
    };
    await orders(asha, "vip_boost").catch(() => undefined);
    await settled(t);

    const left = (await rowsIn(t, "orders")).map(({ userId, sessionId }) => ({ userId, sessionId }));
    expect([provider.orders.size, left]).toEqual([2, [{}, {}]]);
  });

  test("the person signs up with the same address as a new user, and meets the same people", async () => {
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

  test("a reset link mailed before the deletion is refused", async ({ t }) => {
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

  test("a picture that was still being processed is not kept", async ({ t }) => {
    const asha = await signsUp(t, "Asha");
    await deleteAccount(asha);

    await expect(pictureOf(t, asha)).rejects.toThrow("The account is gone");
    expect(await files(t)).toBe(0);
  });
});
