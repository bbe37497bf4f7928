/** Signing up, guessing, hashing and reset links, as the tests of accounts do it. */
import { vi } from "vitest";
import { api, internal } from "./_generated/api";
import { swept } from "./model/authSessions";
import { codeFor, PASSWORD, settled, tokenFor, type Person, type Product } from "./people.testing";

type Table = "users" | "authAccounts" | "authSessions" | "authRefreshTokens" | "codes" | "mailings";

/** Asha's, who is the person of these tests. */
export const email = "asha@people.test";
export const refused = { data: { code: "BAD_INPUT", message: "Failed to verify OTP" } };
export const ended = { data: { code: "UNAUTHENTICATED", message: "Session expired. Please login again." } };

/** The password that a reset sets, unless said. */
export const NEXT = "Another horse 8?";
/** What a reset link that is none is answered with. */
export const invalid = { data: { code: "BAD_INPUT", message: "Invalid reset link" } };

/** What somebody types who wants to leave for good. */
export const PHRASE = "delete my acc";

/** Deletes somebody's account. */
export async function leave(person: Pick<Person, "mutation">): Promise<null> {
  return await person.mutation(api.auth.deleteAccount, { verificationText: PHRASE });
}

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

/** Everything that is or was to be done later, as text: it stays on record for days. */
export async function scheduled(t: Product): Promise<string> {
  return JSON.stringify(await t.run(async (ctx) => await ctx.db.system.query("_scheduled_functions").collect()));
}

/** Has everything swept that has run out. */
export async function purge(t: Product): Promise<void> {
  for (const what of swept) await t.mutation(internal.authSessions.purge, { what });
  await settled(t);
}

/** A code that this one is not. */
export function wrong(code: string): string {
  return code === "111111" ? "222222" : "111111";
}

/** How many rows a table holds. */
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

/** Whom a token speaks for, and by which session. */
export function subjectOf(token: string): string[] {
  const payload = token.split(".")[1] ?? "";
  return (JSON.parse(atob(payload.replace(/-/g, "+").replace(/_/g, "/"))) as { sub: string }).sub.split("|");
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
