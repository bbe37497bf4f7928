import type * as z from "zod";
import { api, internal } from "../_generated/api";
import { fail, refusalOf } from "../shared/errors";
import * as bodies from "./bodies";
import type { RestClient } from "./client";
import { forAnyone, forUser, type Endpoint } from "./endpoint";
import { asUser, codeMailed, moderatorSession, session } from "./shapes";

export const sendOtp: Endpoint = forAnyone.returns(codeMailed, {
  summary:
    "Mails a six-digit code to an address that has no account yet. waiting: the mail is queued until the mail provider accepts it.",
  takes: bodies.sendOtp,
  fallback: "Failed to send OTP",
  refuses: [403, 409, 503],
  run: async ({ client, body, proof }) =>
    (await client.action(api.auth.sendOtp, { ...body, ...proof })) === null
      ? { message: "OTP sent to your email!" }
      : { message: "Your code is on its way.", waiting: true as const },
});

export const verifyOtp: Endpoint = forAnyone.returns(session, {
  summary: "Checks the code, creates the account with the password, and signs in.",
  takes: bodies.verifyOtp,
  fallback: "Failed to verify OTP",
  run: async ({ client, body, proof }) => {
    const tokens = await client.action(internal.auth.verifyAndSignIn, { ...body, ...proof });
    return await sessionWith(client, tokens?.token ?? fail("BAD_INPUT", "Failed to login"));
  },
});

export const login: Endpoint = forAnyone.returns(session, {
  summary: "Signs in.",
  takes: bodies.login,
  fallback: "Failed to login",
  run: async ({ client, body, proof }) =>
    await sessionWith(client, await tokenFor(client, "password", { ...body, ...proof })),
});

export const requestReset: Endpoint = forAnyone.returnsMessage("Password reset instructions sent to your email", {
  summary: "Mails a link to choose a new password. The response is the same for every address.",
  takes: bodies.requestReset,
  fallback: "Failed to send reset instructions",
  run: async ({ client, body, proof }) => await client.action(api.auth.requestReset, { ...body, ...proof }),
});

export const resetPassword: Endpoint = forAnyone.returnsMessage("Password changed. Please login.", {
  summary: "Sets a new password with the token of the mailed link, which works once. Every session ends.",
  takes: bodies.resetPassword,
  fallback: "Failed to reset password",
  run: async ({ client, body, param, proof }) =>
    await client.action(api.auth.resetPassword, { token: param, password: body.password, ...proof }),
});

export const deleteAccount: Endpoint = forUser.returnsMessage("Account deleted successfully", {
  summary: "Deletes the account and everything in it, permanently.",
  takes: bodies.deleteAccount,
  fallback: "Failed to delete account",
  run: async ({ client, body }) => await client.mutation(api.auth.deleteAccount, body),
});

export const moderatorLogin: Endpoint = forAnyone.returns(moderatorSession, {
  summary: "Signs a moderator in. The token does not work for attendees' routes.",
  takes: bodies.moderatorLogin,
  fallback: "Login failed",
  run: async ({ client, body, proof }) => ({ token: await tokenFor(client, "moderator", { ...body, ...proof }) }),
});

type Credentials = { email: string; password: string; proof?: string; code?: string | undefined };

async function sessionWith(client: RestClient, token: string): Promise<z.input<typeof session>> {
  await client.setAuth(token);
  return { token, user: asUser(await client.query(api.profiles.me, {})) };
}

async function tokenFor(
  client: RestClient,
  provider: "password" | "moderator",
  { email, password, proof, code }: Credentials,
): Promise<string> {
  const sentence = provider === "password" ? "Failed to login" : "Login failed";
  const { tokens } = await client
    .action(api.auth.signIn, { provider, params: { email, password, ...(proof && { proof }), ...(code && { code }) } })
    .catch((error: unknown) => {
      // 401 means a bad token: programs delete their token when they get it.
      if (refusalOf(error)?.code === "UNAUTHENTICATED") fail("BAD_INPUT", sentence);
      throw error;
    });
  return tokens?.token ?? fail("BAD_INPUT", sentence);
}
