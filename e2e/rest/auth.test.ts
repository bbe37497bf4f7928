import { expect } from "vitest";
import { addressOf, latestCode } from "../mail";
import { testRoutes, expectRefusal, expectMessage, text } from "./conformance";
import { resetToken, signUp } from "./people";

const deletion = { verificationText: "delete my acc" };

testRoutes("auth", [
  {
    route: "POST /auth/send-otp",
    body: () => ({ email: addressOf("row") }),
    fields: {
      email: {
        wrong: "nobody at college",
        message: "Please enter a valid email address",
        missingMessage: "Please enter your email",
      },
    },
    works: async ({ client, asha }) => {
      const email = addressOf("right");
      expectMessage(
        await client.send("POST /auth/send-otp", { body: { email }, as: email }),
        "OTP sent to your email!",
      );
      expect(await latestCode(client.ready, email)).toMatch(/^\d{6}$/);
      const known = await client.send("POST /auth/send-otp", { body: { email: asha.email.toUpperCase() } });
      expectRefusal(known, 409, "ALREADY_VERIFIED", /already verified/i);
    },
  },
  {
    route: "POST /auth/verify-otp",
    body: () => ({ email: addressOf("row"), otp: "123456", password: "long enough" }),
    fields: {
      email: { wrong: ["a@b.co"], message: "Please enter your email" },
      otp: { wrong: 123456, message: "Failed to verify OTP" },
      password: { wrong: "short", message: "Password must be at least 8 characters" },
    },
    works: async ({ client }) => {
      const email = addressOf("anu");
      await client.send("POST /auth/send-otp", { body: { email }, as: email });
      const body = { email, otp: await latestCode(client.ready, email), password: "long enough" };
      const { token } = (await client.send("POST /auth/verify-otp", { body, as: email })).body;
      const me = await client.send("GET /users/me", { token: token as string, as: email });
      expect(me.body).toMatchObject({ email, profileCompleted: false, moderationStatus: "pending" });
    },
  },
  {
    route: "POST /auth/login",
    body: ({ asha }) => ({ email: asha.email, password: asha.password }),
    fields: { email: text("Please enter your email"), password: text("Please enter your password") },
    works: async ({ client, asha, nina }) => {
      const { body } = await client.send("POST /auth/login", { body: asha, as: asha.email });
      client.addToken(body.token as string, asha.email);
      expect(body.user).toMatchObject({ _id: asha.id, id: asha.id, email: asha.email, profileCompleted: true });
      expect((await client.send("GET /users/me", { token: body.token as string })).status).toBe(200);
      const wrong = { email: asha.email, password: nina.password };
      expectRefusal(await client.send("POST /auth/login", { body: wrong }), 400, "BAD_INPUT", "Failed to login");
    },
  },
  {
    route: "POST /auth/reset-password",
    body: () => ({ email: addressOf("row") }),
    fields: { email: text("Please enter your email") },
    works: async ({ client, asha }) => {
      for (const email of [asha.email, addressOf("stranger")]) {
        const reply = await client.send("POST /auth/reset-password", { body: { email } });
        expectMessage(reply, "Password reset instructions sent to your email");
      }
    },
  },
  {
    route: `POST /auth/reset-password/${"0".repeat(64)}`,
    body: () => ({ password: "Correct horse 43" }),
    fields: { password: text("Please choose a stronger password") },
    works: async ({ client }) => {
      const omar = await signUp(client, "Omar");
      const body = { password: "Another horse 44" };
      const route = `POST /auth/reset-password/${await resetToken(client, omar)}`;
      expectMessage(await client.send(route, { body }), "Password changed. Please login.");
      expect((await client.send("GET /users/me", { token: omar.token })).status, "every session ended").toBe(401);
      expectRefusal(await client.send(route, { body }), 400, "BAD_INPUT", "Invalid reset link");
      for (const token of ["f".repeat(64), "%E0%A4%A", "%00", "x".repeat(3_000)]) {
        const reply = await client.send(`POST /auth/reset-password/${token}`, { body });
        expectRefusal(reply, 400, "BAD_INPUT", "Invalid reset link");
      }
    },
  },
  {
    route: "DELETE /users/delete-account",
    sender: "asha",
    body: () => ({ verificationText: "delete my account" }),
    fields: { verificationText: { wrong: "Delete my acc", message: 'Please type "delete my acc" to confirm' } },
    works: async ({ client }) => {
      const leela = await signUp(client, "Leela");
      const request = { token: leela.token, body: deletion };
      expectMessage(await client.send("DELETE /users/delete-account", request), "Account deleted successfully");
      expectRefusal(
        await client.send("DELETE /users/delete-account", request),
        401,
        "UNAUTHENTICATED",
        /Session expired/,
      );
      expectRefusal(await client.send("POST /auth/login", { body: leela }), 400, "BAD_INPUT", "Failed to login");
    },
  },
]);
