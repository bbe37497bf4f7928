/** Signing up, guessing, hashing and reset links, for the tests of accounts. */
import { vi } from "vitest";
import { api, internal } from "../_generated/api";
import type { TableNames } from "../_generated/dataModel";
import { expiringTables } from "../model/auth/sessions";
import { codeFor, tokenFor } from "./mails.testing";
import { PASSWORD, type Person } from "./people.testing";
import { rowsIn, settled, type Product } from "./product.testing";

/** The address of Asha, the person in these tests. */
export const email = "asha@people.test";
export const refused = { code: "BAD_INPUT", message: "Failed to verify OTP" };
export const ended = { code: "UNAUTHENTICATED", message: "Session expired. Please login again." };

/** The password that a reset sets by default. */
export const NEXT = "Another horse 8?";
export const invalid = { code: "BAD_INPUT", message: "Invalid reset link" };

export async function deleteAccount(person: Pick<Person, "mutation">): Promise<null> {
  return await person.mutation(api.auth.deleteAccount, { verificationText: "delete my acc" });
}

/** Sends step two of the sign-up form, by default with Asha's newest code. */
export async function verify(t: Product, fields: { email?: string; otp?: string; password?: string }) {
  const address = fields.email ?? email;
  return await t.action(api.auth.verifyOtp, {
    email: address,
    otp: codeFor(address.normalize("NFKC")),
    password: PASSWORD,
    ...fields,
  });
}

/** Asks for a reset link and waits for the mail. */
export async function linkTo(t: Product, address: string): Promise<string> {
  await t.action(api.auth.requestReset, { email: address });
  await settled(t);
  return tokenFor(address.trim().toLowerCase());
}

/** Sets a new password by a link. */
export async function reset(t: Product, token: string, password = NEXT): Promise<null> {
  return await t.action(api.auth.resetPassword, { token, password });
}

/** Returns all scheduled jobs as text, even finished ones, because Convex keeps those for days. */
export async function scheduled(t: Product): Promise<string> {
  return JSON.stringify(await t.run(async (ctx) => await ctx.db.system.query("_scheduled_functions").collect()));
}

/** Runs the jobs that delete expired rows. */
export async function deleteExpired(t: Product): Promise<void> {
  for (const table of expiringTables) await t.mutation(internal.auth.deleteExpired, { what: table });
  await settled(t);
}

/** Returns a code other than this one. */
export function wrong(code: string): string {
  return code === "111111" ? "222222" : "111111";
}

export async function rows(t: Product, table: TableNames): Promise<number> {
  return (await rowsIn(t, table)).length;
}

/** Returns the user and the session that a token names. */
export function subjectOf(token: string): string[] {
  const payload = token.split(".")[1] ?? "";
  return (JSON.parse(atob(payload.replace(/-/g, "+").replace(/_/g, "/"))) as { sub: string }).sub.split("|");
}

/** Holds the next password hash until `release` is called. */
export function holdHash(): { reached: Promise<void>; release: () => void } {
  const { deriveBits } = crypto.subtle;
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const reached = new Promise<void>((resolve) => {
    vi.spyOn(crypto.subtle, "deriveBits").mockImplementationOnce(async (...args) => {
      resolve();
      await held;
      return await deriveBits.apply(crypto.subtle, args);
    });
  });
  return { reached, release: () => release() };
}
