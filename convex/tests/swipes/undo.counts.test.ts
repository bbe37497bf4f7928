import { describe, expect, test, vi } from "vitest";
import { api, internal } from "../../_generated/api";
import { gold, likes, man, undo, pair } from "../../testing/crowd.testing";
import { moderator } from "../../testing/people.testing";
import { refusalOf } from "../../shared/errors";
import { paid, shop } from "../../testing/shop.testing";
import { deckOf, swipesLeft, swipeState } from "../../testing/views.testing";

describe("undos are counted:", () => {
  test("a free member has three a festival day, and the refusal says when there are more", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2025-12-18T20:00:00+05:30") });
    const { t, asha, ravi } = await pair();
    for (const undos of [2, 1, 0]) {
      await likes(asha, ravi);
      await undo(asha, ravi);
      expect(await swipeState(asha)).toMatchObject({ left: 5, undos });
    }
    await likes(asha, ravi);
    const refusal = refusalOf(await undo(asha, ravi).catch((error: unknown) => error));
    expect(refusal).toMatchObject({ code: "UNDO_LIMIT_REACHED", retryAfter: 8 * 3_600_000 });
    expect(await swipeState(asha)).toEqual({ left: 4, undos: 0, lastSwiped: ravi.userId });
    vi.setSystemTime(Date.now() + 86_400_000);
    await t.mutation(internal.profiles.updateDay, {});
    expect(await swipeState(asha)).toMatchObject({ left: 5, undos: 3 });
  });

  test("a Gold member has no daily limit", async () => {
    const { t, asha, ravi } = await pair();
    await gold(t, asha);
    for (let i = 0; i < 10; i += 1) {
      await likes(asha, ravi);
      await undo(asha, ravi);
    }
    expect((await asha.query(api.profiles.me, {})).undosRemaining).toBeNull();
    expect(await deckOf(asha)).toEqual(["Ravi"]);
  });

  test("a Gold member must wait after sixty undos, so that a like cannot be sent and undone as an alarm", async () => {
    const { t, asha, ravi } = await pair();
    await gold(t, asha);
    const toggle = async () => {
      await likes(asha, ravi);
      return refusalOf(await undo(asha, ravi).catch((error: unknown) => error))?.code;
    };
    const codes = [];
    for (let i = 0; i < 70; i += 1) codes.push(await toggle());
    expect(codes.indexOf("TOO_MANY_TRIES")).toBe(60);
    expect(await swipeState(asha)).toMatchObject({ undos: null, lastSwiped: ravi.userId });
  });

  test("undoing a swipe made with Gold gives none back after Gold is refunded", async () => {
    const { t, provider } = shop();
    const { asha, ravi } = await pair(t);
    const kabir = await man(t, "Kabir");
    await likes(asha, ravi);
    const orderId = await paid(provider, asha);
    await likes(asha, kabir);
    const desk = await moderator(t);
    await desk.action(api.payments.refund, { orderId });
    await undo(asha, kabir);
    expect(await swipeState(asha)).toMatchObject({ left: 4, undos: 2 });
  });

  test("yesterday's swipe can be undone, and gives no swipe back today", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2025-12-19T03:59:00+05:30") });
    const { t, asha, ravi } = await pair();
    const kabir = await man(t, "Kabir");
    await likes(asha, ravi);
    vi.setSystemTime(new Date("2025-12-19T04:01:00+05:30"));
    await undo(asha, ravi);
    expect(await swipeState(asha)).toMatchObject({ left: 5, undos: 2 });
    await likes(asha, kabir);
    expect(await swipesLeft(asha)).toBe(4);
  });
});
