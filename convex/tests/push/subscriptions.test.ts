import { describe, expect, test, vi } from "vitest";
import { api } from "../../_generated/api";
import { deleteAccount } from "../../testing/auth.testing";
import { match, woman } from "../../testing/crowd.testing";
import { organiser, signedIn } from "../../testing/people.testing";
import { everyRow, rowsIn, settled } from "../../testing/product.testing";
import { answerPush, newBrowser, pushed, notificationsTo } from "../../testing/push.testing";
import { suspend } from "../../testing/reports.testing";
import { on, pair, pass, titles } from "../../testing/phones.testing";
import { codeOf, expectRefusal } from "../../testing/refusals.testing";
import { MINUTE } from "../../testing/clock.testing";

describe("a push service", () => {
  test.each([404, 410])("that responds %i ends the subscription, and the user gets a mail instead", async (status) => {
    const { t, asha, ravi } = await pair();
    await on(asha);
    answerPush(status);
    await match(asha, ravi);
    await settled(t);

    expect(await rowsIn(t, "pushSubscriptions")).toEqual([]);
    expect(await rowsIn(t, "outbox")).toMatchObject([{ channel: "mail", userId: asha.userId }]);
  });

  test.each([500, 429, 403])(
    "that answers %i gets a retry later, only for the phone that missed it",
    async (status) => {
      const { t, asha, ravi } = await pair();
      const [phone, tablet] = [await on(asha), await on(await signedIn(t, asha.email))];
      vi.spyOn(console, "warn").mockImplementation(() => undefined);
      answerPush(status);
      await match(asha, ravi);
      await settled(t);
      await pass(t, 5 * MINUTE);

      const counts = await Promise.all([phone, tablet].map(async (one) => (await notificationsTo(one)).length));
      expect(counts.toSorted()).toEqual([1, 2]);
      expect(await rowsIn(t, "outbox")).toEqual([]);
    },
  );

  test("that redirects elsewhere is not followed", async () => {
    const { t, asha, ravi } = await pair();
    await on(asha);
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    answerPush(302);
    await match(asha, ravi);
    await settled(t);

    expect(pushed()).toHaveLength(1);
  });
});

describe("a subscription", () => {
  test("counts once per person in the organisers' figure, however many phones the person has", async () => {
    const { t, asha, ravi } = await pair();
    for (const phone of [asha, await signedIn(t, asha.email), ravi]) await on(phone);
    expect(await (await organiser(t)).query(api.push.reach, {})).toBe(2);
  });

  test("ends with its session, with a suspension and with the account", async () => {
    const { t, asha, ravi } = await pair();
    const zoya = await woman(t, "Zoya");
    for (const person of [asha, ravi, zoya]) await on(person);
    await asha.action(api.auth.signOut, {});
    await suspend(t, zoya, ravi);
    expect((await rowsIn(t, "pushSubscriptions")).map(({ userId }) => userId)).toEqual([zoya.userId]);
    await deleteAccount(zoya);
    await settled(t);

    expect(await rowsIn(t, "pushSubscriptions")).toEqual([]);
    expect(await everyRow(t)).not.toContain(zoya.userId);
  });

  test("passes to the next person who signs in in the same browser", async () => {
    const { t, asha, ravi } = await pair();
    const phone = await on(asha);
    await ravi.mutation(api.push.subscribe, phone.subscription);
    await match(asha, ravi);
    await settled(t);

    expect(await titles(phone)).toEqual([]);
    expect(await asha.query(api.push.settings, {})).toMatchObject({ devices: 0, here: null, asked: true });
  });

  test("of an eleventh device ends the oldest", async () => {
    const { t, asha } = await pair();
    const phone = await on(asha);
    for (let i = 0; i < 10; i += 1) await on(await signedIn(t, asha.email));

    expect(await asha.query(api.push.settings, {})).toMatchObject({ devices: 10, here: null });
    expect(JSON.stringify(await rowsIn(t, "pushSubscriptions"))).not.toContain(phone.subscription.endpoint);
  });

  test("made with an earlier key of the deployment is no longer used", async () => {
    const { t, asha, ravi } = await pair();
    await on(asha);
    vi.stubEnv("VAPID_PUBLIC_KEY", "another");
    await match(asha, ravi);
    await settled(t);

    expect(pushed()).toEqual([]);
    expect(await asha.query(api.push.settings, {})).toMatchObject({ here: null, devices: 0 });
  });

  test("can be renewed only by the browser that has its secret", async () => {
    const { t, asha } = await pair();
    const [{ subscription }, next] = [await on(asha), await newBrowser()];
    const { endpoint, auth } = subscription;
    const renewed = async (secret: string) => {
      await t.mutation(api.push.renew, { endpoint, auth: secret, to: next.subscription });
      return (await asha.query(api.push.settings, {})).here;
    };

    expect(await renewed(next.subscription.auth)).toBe(endpoint);
    expect(await renewed(auth)).toBe(next.subscription.endpoint);
  });

  test("is refused if the deployment has no keys", async () => {
    const { asha } = await pair();
    vi.stubEnv("VAPID_PRIVATE_KEY", "");

    await expectRefusal(on(asha), "BAD_INPUT");
    expect(await asha.query(api.push.settings, {})).toMatchObject({ key: null });
  });
});

describe("a forged subscription", () => {
  const elsewhere = [
    "http://fcm.googleapis.com/fcm/send/1",
    "https://127.0.0.1/1",
    "https://[::1]/1",
    "https://[::ffff:10.0.0.1]/1",
    "https://169.254.169.254/latest/meta-data",
    "https://2130706433/1",
    "https://localhost/1",
    "https://fcm.googleapis.com:8443/1",
    "https://fcm.googleapis.com:22/1",
    "https://fcm.googleapis.com@10.0.0.1/1",
    "https://somebody@fcm.googleapis.com/1",
    "https://fcm.googleapis.com.evil.example/1",
    "https://evil-fcm.googleapis.com/1",
    "https://fcm.googleapis.com./1",
    "https://xn--fcm-googleapis-com.example/1",
    "https://fcm。googleapis。com.evil.example/1",
    "https://notify.windows.com/1",
    "https://.notify.windows.com/1",
    "https://web.push.apple.com\\@10.0.0.1:80/1",
    "https://push.apple.com/1",
    "ftp://web.push.apple.com/1",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "",
    `https://web.push.apple.com/${"a".repeat(1_000)}`,
  ];

  test("is refused at an address outside the push services", async () => {
    const { asha } = await pair();
    for (const endpoint of elsewhere) {
      const { subscription } = await newBrowser(endpoint);
      const [answer] = await Promise.allSettled([asha.mutation(api.push.subscribe, subscription)]);
      expect([endpoint, codeOf(answer!)]).toEqual([endpoint, "BAD_INPUT"]);
    }
  });

  const noKeys = [
    ["p256dh", ""],
    ["p256dh", "A".repeat(87)],
    ["p256dh", "B".repeat(88)],
    ["auth", "A".repeat(20)],
    ["auth", "AAAAAAAAAAAAAAAAAAAA=="],
    ["auth", "\n".repeat(22)],
  ];

  test("is refused with a malformed key or secret", async () => {
    const { asha } = await pair();
    const { subscription } = await newBrowser();
    for (const [key, value] of noKeys) {
      const forged = { ...subscription, [key!]: value };
      await expectRefusal(asha.mutation(api.push.subscribe, forged), "BAD_INPUT");
    }
  });

  test("stored with a private address causes no request and is deleted", async () => {
    const { t, asha, ravi } = await pair();
    await on(asha);
    await t.run(async (ctx) => {
      const row = (await ctx.db.query("pushSubscriptions").first())!;
      await ctx.db.patch("pushSubscriptions", row._id, { endpoint: "https://10.0.0.1/1" });
    });
    await match(asha, ravi);
    await settled(t);

    expect([pushed(), await rowsIn(t, "pushSubscriptions")]).toEqual([[], []]);
  });

  test("whose key is not a point on the curve causes no request and is deleted", async () => {
    const { t, asha, ravi } = await pair();
    const { subscription } = await newBrowser();
    const p256dh = `BA${"A".repeat(85)}`;
    await asha.mutation(api.push.subscribe, { ...subscription, p256dh });
    await match(asha, ravi);
    await settled(t);

    expect([pushed(), await rowsIn(t, "pushSubscriptions")]).toEqual([[], []]);
  });
});
