/** Signing up, guessing and hashing, as the tests of accounts do it. */
import { vi } from "vitest";
import { api } from "./_generated/api";
import { codeFor, PASSWORD, type Product } from "./people.testing";

type Table = "users" | "authAccounts" | "authSessions" | "authRefreshTokens" | "codes" | "mailings";

/** Asha's, who is the person of these tests. */
export const email = "asha@people.test";
export const refused = { data: { code: "BAD_INPUT", message: "Failed to verify OTP" } };
export const ended = { data: { code: "UNAUTHENTICATED", message: "Session expired. Please login again." } };

/** Sends the form of step two: Asha's newest code and a password, unless said. */
export async function verify(t: Product, given: { email?: string; otp?: string; password?: string }) {
  const address = given.email ?? email;
  return await t.action(api.auth.verifyOtp, {
    email: address,
    otp: codeFor(address.normalize("NFKC")),
    password: PASSWORD,
    ...given,
  });
}

/** A code that this one is not. */
export function wrong(code: string): string {
  return code === "111111" ? "222222" : "111111";
}

export async function rows(t: Product, table: Table): Promise<number> {
  return await t.run(async (ctx) => (await ctx.db.query(table).collect()).length);
}

/** Every row of the tables of this room, as text. */
export async function everything(t: Product): Promise<string> {
  const tables: Table[] = ["users", "authAccounts", "authSessions", "authRefreshTokens", "codes", "mailings"];
  return JSON.stringify(
    await t.run(async (ctx) => await Promise.all(tables.map((table) => ctx.db.query(table).collect()))),
  );
}

/** The code of the error that something was refused with. */
export function codeOf(result: PromiseSettledResult<unknown>): string | undefined {
  return result.status === "rejected" ? (result.reason as { data?: { code: string } }).data?.code : undefined;
}

/** Holds the next password hash until it is released. */
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
