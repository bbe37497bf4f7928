import { appendFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import {
  api,
  control,
  create,
  dir,
  orderRequest,
  shop,
  standIn,
  start,
  startForEach,
  submitCheckout,
} from "./merchant.testing";

const key = "5f0c4f5e-7d0b-4d0e-8a53-0e2f6b0b2a11";

startForEach();

describe("the orders API", () => {
  test("creates an order in rupees and returns it again", async () => {
    const { status, body } = await create();

    expect(status).toBe(200);
    expect(body).toMatchObject({
      entity: "order",
      order_id: "order_1",
      order_amount: 99,
      order_status: "ACTIVE",
      payment_session_id: expect.stringMatching(/^session_/),
      created_at: expect.stringMatching(/\+05:30$/),
    });
    expect((await api("GET", "orders/order_1")).body).toEqual(body);
    expect((await api("GET", "orders/order_1/payments")).body).toEqual([]);
  });

  test.each([
    [{ "x-client-id": "you" }, 401, "request_failed"],
    [{ "x-client-secret": "wrong" }, 401, "request_failed"],
    [{ "x-api-version": "2020-01-01" }, 400, "version_invalid"],
    [{ "x-idempotency-key": "once" }, 400, "request_invalid"],
  ])("refuses the headers %o", async (badHeaders, status, code) => {
    expect(await api("POST", "orders", orderRequest(), badHeaders)).toMatchObject({ status, body: { code } });
  });

  test.each([
    [{ order_amount: 0.5 }, "order_amount_invalid"],
    [{ order_amount: 99.001 }, "order_amount_invalid"],
    [{ order_amount: "99" }, "order_amount_invalid"],
    [{ order_amount: undefined }, "order_amount_missing"],
    [{ order_currency: "USD" }, "order_currency_invalid"],
    [{ order_id: "no spaces" }, "order_id_invalid"],
    [{ order_id: "x".repeat(46) }, "order_id_invalid"],
    [{ customer_details: { customer_id: "asha1" } }, "customer_phone_missing"],
    [{ customer_details: { customer_id: "asha1", customer_phone: "+919876543210" } }, "customer_phone_invalid"],
    [{ customer_details: { customer_id: "a", customer_phone: "9876543210" } }, "customer_id_invalid"],
    [
      { customer_details: { customer_id: "asha1", customer_phone: "9876543210", customer_name: "Al" } },
      "customer_name_invalid",
    ],
    [{ order_meta: { notify_url: "http://shop.test/hook" } }, "notify_url_invalid"],
    [{ order_note: "!" }, "order_note_invalid"],
    [{ order_tags: { a: 1 } }, "order_tags_invalid"],
    [{ order_expiry_time: new Date(Date.now() + 14 * 60_000).toISOString() }, "order_expiry_time_invalid"],
    [{ order_expiry_time: "tomorrow" }, "order_expiry_time_invalid"],
    [{ surprise: true }, "request_invalid"],
  ])("refuses %o with the provider's error", async (changes, code) => {
    const { status, body } = await create(changes);

    expect([status, body.code, body.type]).toEqual([400, code, "invalid_request_error"]);
    expect(body.message).toMatch(/ : /);
    expect((await api("GET", "orders/order_1")).status).toBe(404);
  });

  test("creates each id once, and returns the first order for a repeated idempotency key", async () => {
    const first = await api("POST", "orders", orderRequest(), { "x-idempotency-key": key, "x-request-id": "7" });
    const again = await api("POST", "orders", orderRequest(), { "x-idempotency-key": key });
    const other = await api("POST", "orders", { ...orderRequest(), order_amount: 50 }, { "x-idempotency-key": key });

    expect([again.body, again.headers.get("x-idempotency-replayed")]).toEqual([first.body, "true"]);
    expect(first.headers.get("x-request-id")).toBe("7");
    expect(other).toMatchObject({ status: 422, body: { type: "idempotency_error" } });
    expect(await create()).toMatchObject({ status: 409, body: { code: "order_already_exists" } });
  });

  test("refuses an unknown order and an unknown route", async () => {
    expect(await api("GET", "orders/order_2")).toMatchObject({ status: 404, body: { code: "order_not_found" } });
    expect(await api("GET", "links/1")).toMatchObject({ status: 400, body: { type: "invalid_request_error" } });
    expect(await api("DELETE", "orders")).toMatchObject({ status: 400 });
  });

  test("refunds once for each id, and never more than was paid", async () => {
    await create();
    const refund = { refund_id: "refund1", refund_amount: 99, refund_note: "Refund", refund_speed: "STANDARD" };
    expect(await api("POST", "orders/order_1/refunds", refund)).toMatchObject({
      status: 400,
      body: { code: "order_inactive" },
    });
    await control("order_1", { outcome: "SUCCESS", webhooks: 0 });
    expect(await api("POST", "orders/order_1/refunds", { ...refund, refund_id: "with_line" })).toMatchObject({
      status: 400,
    });
    const made = await api("POST", "orders/order_1/refunds", refund);

    expect(made).toMatchObject({
      status: 200,
      body: { refund_id: "refund1", refund_status: "PENDING", refund_amount: 99 },
    });
    expect(await api("POST", "orders/order_1/refunds", refund)).toMatchObject({ status: 409 });
    const more = await api("POST", "orders/order_1/refunds", { ...refund, refund_id: "refund2" });
    expect(more).toMatchObject({ status: 400, body: { code: "refund_amount_invalid" } });
    expect(await shop.waitFor(1)).toMatchObject([
      { type: "REFUND_STATUS_WEBHOOK", data: { refund: { order_id: "order_1", refund_status: "SUCCESS" } } },
    ]);
    expect((await api("GET", "orders/order_1/refunds")).body).toMatchObject([{ refund_status: "SUCCESS" }]);
    expect((await api("GET", "orders/order_1/refunds/refund1")).body).toMatchObject({ refund_status: "SUCCESS" });
  });

  test("fails as often as a fault requests, and creates nothing meanwhile", async () => {
    await fetch(`${standIn.url}/faults`, { method: "POST", body: JSON.stringify({ status: 429, count: 2 }) });
    expect([await create(), await api("GET", "orders/order_1")]).toMatchObject([
      { status: 429, body: { type: "rate_limit_error" } },
      { status: 429 },
    ]);

    expect((await create()).status).toBe(200);
  });
});

describe("the checkout", () => {
  test("opens with the session, and leads back to the shop after every outcome", async () => {
    const session = String((await create()).body.payment_session_id);
    const opened = await fetch(`${standIn.url}/pg/view/sessions/checkout`, {
      method: "POST",
      body: new URLSearchParams({ payment_session_id: session }),
    });
    const page = await opened.text();
    expect(page).toContain("Pay ₹99.00");
    expect(page).not.toContain("<script");
    expect(opened.headers.get("content-security-policy")).toContain("form-action 'self' http://127.0.0.1:5173;");

    for (const outcome of ["FAILED", "USER_DROPPED", "SUCCESS", "SUCCESS"]) {
      const answer = await submitCheckout({ session, outcome });
      expect([answer.status, answer.headers.get("location")]).toEqual([
        303,
        "http://127.0.0.1:5173/back?order_id=order_1",
      ]);
    }
    expect((await api("GET", "orders/order_1/payments")).body).toHaveLength(3);
    expect(await (await fetch(`${standIn.url}/checkout?session=${session}`)).text()).toContain("This is already paid");
  });

  test("shows the order's note as text only, and no payment for an unknown session", async () => {
    const note = `<img src=x onerror="alert('1')">`;
    const session = String((await create({ order_note: note })).body.payment_session_id);
    const page = await (await fetch(`${standIn.url}/checkout?session=${session}`)).text();

    expect(page).not.toContain("<img");
    expect(page).toContain("&#60;img");
    expect(await (await fetch(`${standIn.url}/checkout?session=session_1`)).text()).toContain(
      "There is no such payment",
    );
    expect(await (await fetch(standIn.url)).text()).toContain("order_1");
  });

  test("serves the browser's script and no other file", async () => {
    const script = await fetch(`${standIn.url}/js/v3/cashfree.js`);
    expect([script.status, script.headers.get("content-type")]).toEqual([200, "text/javascript; charset=utf-8"]);
    expect((await fetch(`${standIn.url}/js/v3/../../server.ts`)).status).toBe(404);
  });
});

test("a restart keeps orders and refunds, even after a truncated line", async () => {
  const { body } = await create();
  await control("order_1", { outcome: "SUCCESS", webhooks: 0 });
  await control("order_1/refund", { webhooks: 0 });
  await standIn.stop();
  await appendFile(path.join(dir, "orders.jsonl"), '{"id":"order_2","cf');
  await start();

  expect((await api("GET", "orders/order_1")).body).toEqual({ ...body, order_status: "PAID" });
  expect((await api("GET", "orders/order_1/refunds")).body).toMatchObject([{ refund_status: "SUCCESS" }]);
  expect((await create({ order_id: "order_2" })).status).toBe(200);
  await standIn.stop();
  await start();
  expect((await api("GET", "orders/order_2")).status).toBe(200);
});
