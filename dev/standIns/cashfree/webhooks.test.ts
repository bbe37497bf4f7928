import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { api, control, create, shop, startForEach } from "./merchant.testing";

startForEach();

describe("a webhook", () => {
  test("is signed over its time and its bytes, and writes amounts as the provider does", async () => {
    await create();
    await control("order_1", { outcome: "SUCCESS" });
    await shop.waitFor(1);
    const [{ headers: webhookHeaders, text } = { headers: {}, text: "" }] = shop.deliveries;

    expect(text).toContain('"order_amount":99.00,');
    const signature = createHmac("sha256", "secret").update(`${String(webhookHeaders["x-webhook-timestamp"])}${text}`);
    expect(webhookHeaders["x-webhook-signature"]).toBe(signature.digest("base64"));
    expect(webhookHeaders).toMatchObject({
      "x-webhook-version": "2025-01-01",
      "x-webhook-attempt": "1",
      "x-webhook-timestamp": expect.stringMatching(/^\d{13}$/),
      "content-type": "application/json",
    });
  });

  test.each([
    ["SUCCESS", "PAID"],
    ["FAILED", "ACTIVE"],
    ["USER_DROPPED", "ACTIVE"],
  ])("for %s is sent as often as requested, and the order is %s", async (outcome, status) => {
    await create();
    expect(await (await control("order_1", { outcome, webhooks: 3 })).json()).toMatchObject({ order_status: status });

    const events = await shop.waitFor(3);
    expect(events.map(({ type }) => type)).toEqual(Array(3).fill(`PAYMENT_${outcome}_WEBHOOK`));
    expect(events[0]?.data.payment).toMatchObject({ payment_status: outcome, payment_amount: 99 });
    expect((await api("GET", "orders/order_1/payments")).body).toMatchObject([{ payment_status: outcome }]);
  });

  test("is sent again until it is accepted", async () => {
    await create();
    shop.statuses = [500, 302, 204];
    await control("order_1", { outcome: "SUCCESS" });
    await shop.waitFor(4);

    expect(shop.deliveries.map((delivery) => delivery.headers["x-webhook-attempt"])).toEqual(["1", "2", "3", "4"]);
    expect(new Set(shop.deliveries.map(({ text }) => text)).size).toBe(1);
  });

  test("for a paid order may be sent again without a second charge", async () => {
    await create();
    for (const outcome of ["SUCCESS", "SUCCESS", "FAILED"]) await control("order_1", { outcome });
    const events = await shop.waitFor(3);

    expect(new Set(events.map(({ type }) => type))).toEqual(
      new Set(["PAYMENT_SUCCESS_WEBHOOK", "PAYMENT_FAILED_WEBHOOK"]),
    );
    expect((await api("GET", "orders/order_1")).body.order_status).toBe("PAID");
    expect((await api("GET", "orders/order_1/payments")).body).toMatchObject([
      { payment_status: "FAILED" },
      { payment_status: "SUCCESS" },
    ]);
  });

  test("reports a refund that the provider made on its own", async () => {
    await create();
    expect((await control("order_1/refund", {})).status).toBe(400);
    await control("order_1", { outcome: "SUCCESS", webhooks: 0, amount: 12.5 });
    await control("order_1/refund", { webhooks: 2 });

    expect(await shop.waitFor(2)).toMatchObject([
      { data: { refund: { refund_amount: 12.5, refund_type: "PAYMENT_AUTO_REFUND" } } },
      { type: "REFUND_STATUS_WEBHOOK" },
    ]);
    expect((await api("GET", "orders/order_1")).body).toMatchObject({ order_amount: 12.5, order_status: "PAID" });
  });

  test.each([
    ["order_1", {}, 400],
    ["order_1", { outcome: "MAYBE" }, 400],
    ["order_1", { outcome: "SUCCESS", webhooks: -1 }, 400],
    ["order_1", { outcome: "SUCCESS", amount: "1" }, 400],
    ["order_2", { outcome: "SUCCESS" }, 404],
  ])("cannot be requested with invalid values: %s %o", async (id, body, status) => {
    await create();
    expect((await control(id, body)).status).toBe(status);
    expect((await api("GET", "orders/order_1")).body.order_status).toBe("ACTIVE");
  });
});
