/** Accounts over REST: signing up and in, new passwords, and the end of an account. */
import { expect, inject, test } from "vitest";
import { addressOf, latestCode } from "../mail";
import { end, refuses, resetToken, says, text } from "./cases";
import { Client } from "./client";
import { conforms } from "./conformance";
import { leave, mailed, signUp } from "./people";

conforms(
  "auth",
  ["ravi"],
  [
    {
      route: "POST /auth/send-otp",
      may: "anyone",
      body: () => ({ email: addressOf("row") }),
      fields: {
        email: {
          wrong: "nobody at college",
          says: "Please enter a valid email address",
          saysMissing: "Please enter your email",
        },
      },
      right: async ({ client }) => {
        const email = addressOf("right");
        says(await client.ask("POST /auth/send-otp", { body: { email }, as: email }), "OTP sent to your email!");
        expect(await latestCode(client.ready, email)).toMatch(/^\d{6}$/);
      },
      otherPerson: async ({ client, asha }) => {
        const reply = await client.ask("POST /auth/send-otp", { body: { email: asha.email.toUpperCase() } });
        refuses(reply, 409, "ALREADY_VERIFIED", /already verified/i);
      },
      again: async ({ client }) => {
        const body = { email: addressOf("again") };
        says(await client.ask("POST /auth/send-otp", { body }), "OTP sent to your email!");
        const reply = await client.ask("POST /auth/send-otp", { body });
        refuses(reply, 429, "TOO_MANY_TRIES", /Too many attempts/);
        expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(30);
      },
    },
    {
      route: "POST /auth/verify-otp",
      may: "anyone",
      body: () => ({ email: addressOf("row"), otp: "123456", password: "long enough" }),
      fields: {
        email: { wrong: ["a@b.co"], says: "Please enter your email" },
        otp: { wrong: 123456, says: "Failed to verify OTP" },
        password: { wrong: "short", says: "Password must be at least 8 characters" },
      },
      right: async ({ client }) => {
        const anu = await signUp(client, "Anu");
        const { body } = await client.ask("GET /users/me", { token: anu.token });
        expect(body).toMatchObject({ email: anu.email, profileCompleted: false, moderationStatus: "pending" });
        await end(client, anu);
      },
      otherPerson: async ({ client }) => {
        const [email, other] = [addressOf("one"), addressOf("other")];
        for (const address of [email, other])
          await client.ask("POST /auth/send-otp", { body: { email: address }, as: address });
        const otp = await latestCode(client.ready, email);
        const reply = await client.ask("POST /auth/verify-otp", {
          body: { email: other, otp, password: "long enough" },
        });
        refuses(reply, 400, "BAD_INPUT", "Failed to verify OTP");
      },
      again: async ({ client }) => {
        const email = addressOf("twice");
        await client.ask("POST /auth/send-otp", { body: { email }, as: email });
        const body = { email, otp: await latestCode(client.ready, email), password: "long enough" };
        const first = await client.ask("POST /auth/verify-otp", { body, as: email });
        expect(first.body.token).toBeTruthy();
        refuses(await client.ask("POST /auth/verify-otp", { body }), 400, "BAD_INPUT", "Failed to verify OTP");
        await end(client, { token: first.body.token as string });
      },
    },
    {
      route: "POST /auth/login",
      may: "anyone",
      body: ({ asha }) => ({ email: asha.email, password: asha.password }),
      fields: { email: text("Please enter your email"), password: text("Please enter your password") },
      right: async ({ client, asha }) => {
        const { body } = await client.ask("POST /auth/login", { body: asha, as: asha.email });
        client.own(body.token as string, asha.email);
        expect(body.user).toMatchObject({ _id: asha.id, id: asha.id, email: asha.email, profileCompleted: true });
        expect((await client.ask("GET /users/me", { token: body.token as string })).status).toBe(200);
      },
      otherPerson: async ({ client, asha, ravi }) => {
        const wrong = { email: asha.email, password: ravi.password };
        refuses(await client.ask("POST /auth/login", { body: wrong }), 400, "BAD_INPUT", "Failed to login");
        const unknown = { email: addressOf("unknown"), password: ravi.password };
        refuses(await client.ask("POST /auth/login", { body: unknown }), 400, "BAD_INPUT", "Failed to login");
      },
      again: async ({ client, asha }) => {
        const first = await client.ask("POST /auth/login", { body: asha, as: asha.email });
        const second = await client.ask("POST /auth/login", { body: asha, as: asha.email });
        expect(second.body.token).not.toBe(first.body.token);
        for (const { body } of [first, second]) {
          expect((await client.ask("GET /users/me", { token: body.token as string, as: asha.email })).status).toBe(200);
        }
      },
    },
    {
      route: "POST /auth/reset-password",
      may: "anyone",
      body: () => ({ email: addressOf("row") }),
      fields: { email: text("Please enter your email") },
      right: async ({ client, ravi }) => {
        const reply = await client.ask("POST /auth/reset-password", { body: { email: ravi.email } });
        says(reply, "Password reset instructions sent to your email");
        expect(await mailed(client, ravi.email, /\/reset-password\/([0-9a-f]{64})/)).toBeTruthy();
      },
      otherPerson: async ({ client }) => {
        const reply = await client.ask("POST /auth/reset-password", { body: { email: addressOf("stranger") } });
        says(reply, "Password reset instructions sent to your email");
      },
      again: async ({ client }) => {
        const body = { email: addressOf("again") };
        const statuses = [];
        for (let n = 0; n < 4; n++) statuses.push((await client.ask("POST /auth/reset-password", { body })).status);
        expect(statuses).toEqual([200, 200, 200, 429]);
      },
    },
    {
      route: `POST /auth/reset-password/${"0".repeat(64)}`,
      may: "anyone",
      body: () => ({ password: "Correct horse 43" }),
      fields: { password: text("Please choose a stronger password") },
      right: async ({ client }) => {
        const omar = await signUp(client, "Omar");
        const password = "Another horse 44";
        const reply = await client.ask(`POST /auth/reset-password/${await resetToken(client, omar)}`, {
          body: { password },
        });
        expect(reply.status, reply.text).toBe(200);
        expect(reply.body.message).toBeTruthy();
        expect((await client.ask("GET /users/me", { token: omar.token })).status, "every session ended").toBe(401);
        const { body } = await client.ask("POST /auth/login", {
          body: { email: omar.email, password },
          as: omar.email,
        });
        await end(client, { token: body.token as string });
      },
      otherPerson: async ({ client }) => {
        for (const token of ["f".repeat(64), "../login", "%E0%A4%A", "%00", "x".repeat(3_000)]) {
          const reply = await client.ask(`POST /auth/reset-password/${token}`, {
            body: { password: "Correct horse 43" },
          });
          if (token === "../login") refuses(reply, 400, "BAD_INPUT", "Please enter your email");
          else refuses(reply, 400, "BAD_INPUT", "Invalid reset link");
        }
      },
      again: async ({ client }) => {
        const omar = await signUp(client, "Omar");
        const route = `POST /auth/reset-password/${await resetToken(client, omar)}`;
        const password = "Another horse 45";
        expect((await client.ask(route, { body: { password } })).status).toBe(200);
        refuses(await client.ask(route, { body: { password } }), 400, "BAD_INPUT", "Invalid reset link");
        const { body } = await client.ask("POST /auth/login", {
          body: { email: omar.email, password },
          as: omar.email,
        });
        await end(client, { token: body.token as string });
      },
    },
    {
      route: "DELETE /users/delete-account",
      may: "user",
      body: () => ({ verificationText: "delete my account" }),
      fields: { verificationText: { wrong: "Delete my acc", says: 'Please type "delete my acc" to confirm' } },
      right: async ({ client }) => {
        const somebody = await signUp(client, "Leela");
        const asking = { token: somebody.token, body: { verificationText: "delete my acc" } };
        says(await client.ask("DELETE /users/delete-account", asking), "Account deleted successfully");
        const back = await client.ask("POST /auth/login", { body: somebody });
        refuses(back, 400, "BAD_INPUT", "Failed to login");
      },
      otherPerson: async ({ client, moderator }) => {
        const asking = { token: moderator, body: { verificationText: "delete my acc" } };
        refuses(await client.ask("DELETE /users/delete-account", asking), 403, "FORBIDDEN", /attendee/);
      },
      again: async ({ client }) => {
        const somebody = await signUp(client, "Leela");
        const asking = { token: somebody.token, body: { verificationText: "delete my acc" } };
        expect((await client.ask("DELETE /users/delete-account", asking)).status).toBe(200);
        refuses(await client.ask("DELETE /users/delete-account", asking), 401, "UNAUTHENTICATED", /Session expired/);
      },
    },
  ],
);

test("a person who guesses passwords is slowed, even with the right one, and nobody else is", async () => {
  const client = await Client.of(inject("ready"));
  const [victim, other] = await Promise.all([signUp(client, "Vik"), signUp(client, "Om")]);
  const guess = (password: string) =>
    client.ask("POST /auth/login", { body: { email: victim.email, password }, as: victim.email });
  const statuses = new Set<number>();
  for (let n = 0; n < 7; n++) statuses.add((await guess(`wrong ${n}`)).status);
  expect([...statuses]).toEqual([400, 429]);
  refuses(await guess(victim.password), 429, "TOO_MANY_TRIES", /Too many attempts/);
  expect((await client.ask("POST /auth/login", { body: other, as: other.email })).status).toBe(200);
  expect((await client.ask("POST /auth/reset-password", { body: { email: victim.email } })).status).toBe(200);
  await leave(client, [victim, other]);
});
