import { expect } from "vitest";
import { settle } from "../acts";
import type { Client } from "./client";
import { conforms, refuses, text } from "./conformance";
import { join, type Person } from "./people";

conforms("payments", [
  {
    route: "POST /payments/create-order",
    sender: "asha",
    body: () => orderOf(),
    fields: {
      amount: { wrong: "9900", says: "Failed to create order" },
      currency: { wrong: "USD", says: "Failed to create order" },
      "orderMeta.feature": { wrong: "everything", says: "Failed to create order" },
      orderMeta: text("Failed to create order"),
    },
    right: async ({ client, asha }) => {
      const order = async (amount = 9900) => {
        const asking = { token: asha.token, body: { ...orderOf(), amount } };
        return await client.ask("POST /payments/create-order", asking);
      };
      const { body, text } = await order();
      expect(body.order_id, text).toMatch(/^order_\d+/);
      expect(body.order_id, "the server's own, not the one sent").not.toBe("order_1");
      expect(body.orderId).toBe(body.order_id);
      expect(body.payment_session_id).toMatch(/^session_/);
      expect((await order()).body, "one checkout, not two").toEqual(body);
      for (const amount of [100, 5000, 9901, 99, -9900, 0]) {
        refuses(await order(amount), 400, "BAD_INPUT", "Failed to create order");
      }
    },
  },
  {
    route: "POST /payments/verify",
    sender: "asha",
    body: () => ({ orderId: "order_0" }),
    fields: { orderId: text("Order ID is required") },
    right: async ({ client, asha }) => {
      const rhea = await join(client, "Rhea", "female");
      const orderId = await ordered(client, rhea);
      const verify = async ({ token } = rhea) =>
        await client.ask("POST /payments/verify", { token, body: { orderId } });
      const failed = "Payment verification failed. Please contact support.";
      refuses(await verify(asha), 404, "NOT_FOUND", failed);
      expect((await verify()).body.verified).toBe(false);
      await settle(client.ready, orderId, { outcome: "FAILED" });
      const { body: declined } = await verify();
      expect(declined).toMatchObject({ verified: false, pending: false, error: declined.message });
      expect(declined.error).toBeTruthy();

      await settle(client.ready, orderId, { outcome: "SUCCESS" });
      const message = "Payment successful! You now have unlimited swipes.";
      const { body: paid } = await verify();
      expect(paid).toMatchObject({ verified: true, feature: "unlimited_swipes", message });
      expect(paid).not.toHaveProperty("error");
      const { body: me } = await client.ask("GET /users/me", { token: rhea.token });
      expect(me.isPremium).toBe(true);
      expect(Date.parse(me.premiumPurchasedAt as string)).toBeGreaterThan(Date.now() - 60_000);
      const more = await client.ask("POST /payments/create-order", { token: rhea.token, body: orderOf() });
      refuses(more, 409, "ALREADY_DECIDED", "You already have Gold.");
    },
  },
  {
    route: "POST /payments/webhook",
    right: async ({ client }) => {
      const zoya = await join(client, "Zoya", "female");
      const orderId = await ordered(client, zoya, "vip_boost", 5000);
      const body = { type: "PAYMENT_SUCCESS_WEBHOOK", data: { order: { order_id: orderId } } };
      expect((await client.ask("POST /payments/webhook", { body })).status, "unsigned").toBe(401);
      await settle(client.ready, orderId, { outcome: "SUCCESS", webhooks: 1 });
      const isVip = async () => (await client.ask("GET /users/me", { token: zoya.token })).body.isVIP;
      await expect.poll(isVip, { message: "only the provider reported it" }).toBe(true);
    },
  },
]);

function orderOf(feature = "premium_plan", amount = 9900) {
  return {
    amount,
    currency: "INR",
    orderId: "order_1",
    customerDetails: {
      customerId: "me",
      customerName: "Me",
      customerEmail: "me@example.org",
      customerPhone: "0000000000",
    },
    orderMeta: { feature, notify_url: "https://example.org/api/payments/webhook" },
  };
}

async function ordered(client: Client, { token }: Person, feature?: string, amount?: number): Promise<string> {
  const reply = await client.ask("POST /payments/create-order", { token, body: orderOf(feature, amount) });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.orderId as string;
}
