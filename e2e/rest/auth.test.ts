import { expect } from "vitest";
import { addressOf, latestCode } from "../mail";
import { conforms, refuses, says, text } from "./conformance";
import { resetToken, signUp } from "./people";

const deletion = { verificationText: "delete my acc" };

conforms("auth", [
  {
    route: "POST /auth/send-otp",
    body: () => ({ email: addressOf("row") }),
    fields: {
      email: {
        wrong: "nobody at college",
        says: "Please enter a valid email address",
        saysMissing: "Please enter your email",
      },
    },
    right: async ({ client, asha }) => {
      const email = addressOf("right");
      says(await client.ask("POST /auth/send-otp", { body: { email }, as: email }), "OTP sent to your email!");
      expect(await latestCode(client.ready, email)).toMatch(/^\d{6}$/);
      const known = await client.ask("POST /auth/send-otp", { body: { email: asha.email.toUpperCase() } });
      refuses(known, 409, "ALREADY_VERIFIED", /already verified/i);
    },
  },
  {
    route: "POST /auth/verify-otp",
    body: () => ({ email: addressOf("row"), otp: "123456", password: "long enough" }),
    fields: {
      email: { wrong: ["a@b.co"], says: "Please enter your email" },
      otp: { wrong: 123456, says: "Failed to verify OTP" },
      password: { wrong: "short", says: "Password must be at least 8 characters" },
    },
    right: async ({ client }) => {
      const email = addressOf("anu");
      await client.ask("POST /auth/send-otp", { body: { email }, as: email });
      const body = { email, otp: await latestCode(client.ready, email), password: "long enough" };
      const { token } = (await client.ask("POST /auth/verify-otp", { body, as: email })).body;
      const me = await client.ask("GET /users/me", { token: token as string, as: email });
      expect(me.body).toMatchObject({ email, profileCompleted: false, moderationStatus: "pending" });
    },
  },
  {
    route: "POST /auth/login",
    body: ({ asha }) => ({ email: asha.email, password: asha.password }),
    fields: { email: text("Please enter your email"), password: text("Please enter your password") },
    right: async ({ client, asha, nina }) => {
      const { body } = await client.ask("POST /auth/login", { body: asha, as: asha.email });
      client.own(body.token as string, asha.email);
      expect(body.user).toMatchObject({ _id: asha.id, id: asha.id, email: asha.email, profileCompleted: true });
      expect((await client.ask("GET /users/me", { token: body.token as string })).status).toBe(200);
      const wrong = { email: asha.email, password: nina.password };
      refuses(await client.ask("POST /auth/login", { body: wrong }), 400, "BAD_INPUT", "Failed to login");
    },
  },
  {
    route: "POST /auth/reset-password",
    body: () => ({ email: addressOf("row") }),
    fields: { email: text("Please enter your email") },
    right: async ({ client, asha }) => {
      for (const email of [asha.email, addressOf("stranger")]) {
        const reply = await client.ask("POST /auth/reset-password", { body: { email } });
        says(reply, "Password reset instructions sent to your email");
      }
    },
  },
  {
    route: `POST /auth/reset-password/${"0".repeat(64)}`,
    body: () => ({ password: "Correct horse 43" }),
    fields: { password: text("Please choose a stronger password") },
    right: async ({ client }) => {
      const omar = await signUp(client, "Omar");
      const body = { password: "Another horse 44" };
      const route = `POST /auth/reset-password/${await resetToken(client, omar)}`;
      says(await client.ask(route, { body }), "Password changed. Please login.");
      expect((await client.ask("GET /users/me", { token: omar.token })).status, "every session ended").toBe(401);
      refuses(await client.ask(route, { body }), 400, "BAD_INPUT", "Invalid reset link");
      for (const token of ["f".repeat(64), "%E0%A4%A", "%00", "x".repeat(3_000)]) {
        const reply = await client.ask(`POST /auth/reset-password/${token}`, { body });
        refuses(reply, 400, "BAD_INPUT", "Invalid reset link");
      }
    },
  },
  {
    route: "DELETE /users/delete-account",
    sender: "asha",
    body: () => ({ verificationText: "delete my account" }),
    fields: { verificationText: { wrong: "Delete my acc", says: 'Please type "delete my acc" to confirm' } },
    right: async ({ client }) => {
      const leela = await signUp(client, "Leela");
      const asking = { token: leela.token, body: deletion };
      says(await client.ask("DELETE /users/delete-account", asking), "Account deleted successfully");
      refuses(await client.ask("DELETE /users/delete-account", asking), 401, "UNAUTHENTICATED", /Session expired/);
      refuses(await client.ask("POST /auth/login", { body: leela }), 400, "BAD_INPUT", "Failed to login");
    },
  },
]);
