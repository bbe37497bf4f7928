import { expect } from "vitest";
import { settle } from "../acts";
import type { Client } from "./client";
import { testRoutes, expectRefusal, text } from "./conformance";
import { join, type Person } from "./people";

testRoutes("payments", [
  {
    route: "POST /payments/create-order",
    sender: "asha",
    body: () => orderOf(),
    fields: {
      amount: { wrong: "9900", message: "Failed to create order" },
      currency: { wrong: "USD", message: "Failed to create order" },
      "orderMeta.feature": { wrong: "everything", message: "Failed to create order" },
      orderMeta: text("Failed to create order"),
    },
    works: async ({ client, asha }) => {
      const createForAsha = async (amount = 9900) => {
        const request = { token: asha.token, body: { ...orderOf(), amount } };
        return await client.send("POST /payments/create-order", request);
      };
      const { body, text } = await createForAsha();
      expect(body.order_id, text).toMatch(/^order_\d+/);
      expect(body.order_id, "the server's own, not the one sent").not.toBe("order_1");
      expect(body.orderId).toBe(body.order_id);
      expect(body.payment_session_id).toMatch(/^session_/);
      expect((await createForAsha()).body, "one checkout, not two").toEqual(body);
      for (const amount of [100, 5000, 9901, 99, -9900, 0]) {
        expectRefusal(await createForAsha(amount), 400, "BAD_INPUT", "Failed to create order");
      }
    },
  },
  {
    route: "POST /payments/verify",
    sender: "asha",
    body: () => ({ orderId: "order_0" }),
    fields: { orderId: text("Order ID is required") },
    works: async ({ client, asha }) => {
      const rhea = await join(client, "Rhea", "female");
      const orderId = await createOrder(client, rhea);
      const verify = async ({ token } = rhea) =>
        await client.send("POST /payments/verify", { token, body: { orderId } });
      const failed = "Payment verification failed. Please contact support.";
      expectRefusal(await verify(asha), 404, "NOT_FOUND", failed);
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
      const { body: me } = await client.send("GET /users/me", { token: rhea.token });
      expect(me.isPremium).toBe(true);
      expect(Date.parse(me.premiumPurchasedAt as string)).toBeGreaterThan(Date.now() - 60_000);
      const secondOrder = await client.send("POST /payments/create-order", { token: rhea.token, body: orderOf() });
      expectRefusal(secondOrder, 409, "ALREADY_DECIDED", "You already have Gold.");
    },
  },
  {
    route: "POST /payments/webhook",
    works: async ({ client }) => {
      const zoya = await join(client, "Zoya", "female");
      const orderId = await createOrder(client, zoya, "vip_boost", 5000);
      const body = { type: "PAYMENT_SUCCESS_WEBHOOK", data: { order: { order_id: orderId } } };
      expect((await client.send("POST /payments/webhook", { body })).status, "unsigned").toBe(401);
      await settle(client.ready, orderId, { outcome: "SUCCESS", webhooks: 1 });
      const isVip = async () => (await client.send("GET /users/me", { token: zoya.token })).body.isVIP;
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

async function createOrder(client: Client, { token }: Person, feature?: string, amount?: number): Promise<string> {
  const reply = await client.send("POST /payments/create-order", { token, body: orderOf(feature, amount) });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.orderId as string;
}
