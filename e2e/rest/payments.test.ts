/** Payments over REST. */
import { expect, inject, test } from "vitest";
import { end, ordered, orderOf, refuses, settle, text, waits } from "./cases";
import { Client } from "./client";
import { conforms } from "./conformance";
import { join, leave, moderatorOf } from "./people";

conforms(
  "payments",
  ["dev", "pia"],
  [
    {
      route: "POST /payments/create-order",
      may: "member",
      body: () => orderOf(),
      fields: {
        amount: { wrong: "9900", says: "Failed to create order" },
        currency: { wrong: "USD", says: "Failed to create order" },
        "orderMeta.feature": { wrong: "everything", says: "Failed to create order" },
        orderMeta: text("Failed to create order"),
      },
      right: async (cast) => {
        const { client, asha } = cast;
        const { body, text } = await client.ask("POST /payments/create-order", {
          token: asha.token,
          body: orderOf(),
        });
        expect(body.order_id, text).toMatch(/^order_\d+/);
        expect(body.order_id, "the server's own, not the one sent").not.toBe("order_1");
        expect(body.orderId).toBe(body.order_id);
        expect(body.payment_session_id).toMatch(/^session_/);
      },
      otherPerson: async (cast) => {
        const { client, asha } = cast;
        await waits("POST /payments/create-order", () => orderOf())(cast);
        for (const amount of [100, 5000, 9901, 99, -9900, 0]) {
          const reply = await client.ask("POST /payments/create-order", {
            token: asha.token,
            body: { ...orderOf(), amount },
          });
          refuses(reply, 400, "BAD_INPUT", "Failed to create order");
        }
      },
      again: async (cast) => {
        const { client, asha } = cast;
        const ask = () => client.ask("POST /payments/create-order", { token: asha.token, body: orderOf() });
        const [first, second] = [await ask(), await ask()];
        expect(second.body, "one checkout, not two").toEqual(first.body);
      },
    },
    {
      route: "POST /payments/verify",
      may: "user",
      body: () => ({ orderId: "order_0" }),
      fields: { orderId: text("Order ID is required") },
      right: async (cast) => {
        const { client, moderator } = cast;
        const rhea = await join(client, moderator, "Rhea", "female");
        const orderId = await ordered(client, rhea);
        const open = await client.ask("POST /payments/verify", { token: rhea.token, body: { orderId } });
        expect(open.body.verified, open.text).toBe(false);
        await settle(client, orderId, "SUCCESS");
        const paid = await client.ask("POST /payments/verify", { token: rhea.token, body: { orderId } });
        const message = "Payment successful! You now have unlimited swipes.";
        expect(paid.body).toMatchObject({ verified: true, feature: "unlimited_swipes", message });
        const { body: me } = await client.ask("GET /users/me", { token: rhea.token });
        expect(me.isPremium).toBe(true);
        expect(Date.parse(me.premiumPurchasedAt as string)).toBeGreaterThan(Date.now() - 60_000);
        const more = await client.ask("POST /payments/create-order", { token: rhea.token, body: orderOf() });
        refuses(more, 409, "ALREADY_DECIDED", "You already have Gold.");
        await end(client, rhea);
      },
      otherPerson: async ({ client, asha, dev }) => {
        const orderId = await ordered(client, asha);
        for (const id of [orderId, "order_0", dev.id]) {
          const reply = await client.ask("POST /payments/verify", { token: dev.token, body: { orderId: id } });
          refuses(reply, 404, "NOT_FOUND", "Payment verification failed. Please contact support.");
        }
      },
      again: async (cast) => {
        const { client, moderator } = cast;
        const vani = await join(client, moderator, "Vani", "female");
        const orderId = await ordered(client, vani, "vip_boost", 5000);
        await settle(client, orderId, "SUCCESS");
        for (let n = 0; n < 3; n++) {
          const { body } = await client.ask("POST /payments/verify", { token: vani.token, body: { orderId } });
          const message = "Payment successful! Your profile is now boosted as VIP.";
          expect(body).toMatchObject({ verified: true, feature: "vip_boost", message });
        }
        await end(client, vani);
      },
    },
    {
      route: "POST /payments/webhook",
      may: "provider",
      right: async ({ client, moderator }) => {
        const zoya = await join(client, moderator, "Zoya", "female");
        await settle(client, await ordered(client, zoya), "SUCCESS", 1);
        const isPremium = async () => (await client.ask("GET /users/me", { token: zoya.token })).body.isPremium;
        await expect.poll(isPremium, { message: "nobody asked, the provider told" }).toBe(true);
        await end(client, zoya);
      },
      otherPerson: async ({ client }) => {
        const signed = { "x-webhook-signature": "AAAA", "x-webhook-timestamp": String(Date.now()) };
        const body = { type: "PAYMENT_SUCCESS_WEBHOOK", data: { order: { order_id: "order_0" } } };
        expect((await client.ask("POST /payments/webhook", { body })).status).toBe(401);
        expect((await client.ask("POST /payments/webhook", { body, headers: signed })).status).toBe(401);
      },
      again: async ({ client, moderator }) => {
        const zara = await join(client, moderator, "Zara", "female");
        await settle(client, await ordered(client, zara), "SUCCESS", 3);
        const me = async () => (await client.ask("GET /users/me", { token: zara.token })).body;
        await expect.poll(async () => (await me()).isPremium).toBe(true);
        const { premiumPurchasedAt } = await me();
        expect((await me()).premiumPurchasedAt).toBe(premiumPurchasedAt);
        await end(client, zara);
      },
    },
  ],
);

test("a buyer whose payment failed reads why in `error` as well, and one who has paid has no such field", async () => {
  const client = await Client.of(inject("ready"));
  const tara = await join(client, moderatorOf(client), "Tara", "female");
  const orderId = await ordered(client, tara);
  const verify = async () => (await client.ask("POST /payments/verify", { token: tara.token, body: { orderId } })).body;
  await settle(client, orderId, "FAILED");
  const failed = await verify();
  expect(failed).toMatchObject({ verified: false, pending: false, error: failed.message });
  expect(failed.error).toBeTruthy();
  await settle(client, orderId, "SUCCESS");
  expect(await verify()).not.toHaveProperty("error");
  await leave(client, [tara]);
});
