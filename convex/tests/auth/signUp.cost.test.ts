/** The rows that a sign-up writes. */
import { expect, test } from "vitest";
import { api } from "../../_generated/api";
import { email, verify } from "../../testing/auth.testing";
import { freezeAtNoon, MINUTE, pass } from "../../testing/clock.testing";
import { codeFor } from "../../testing/mails.testing";
import { signedIn } from "../../testing/people.testing";
import { counters, settled, setupTest } from "../../testing/product.testing";
import { traced, type Write } from "../../testing/traces.testing";

test("each step of a sign-up writes few rows, and a correct code does not count as a guess", async () => {
  freezeAtNoon();
  const t = setupTest();
  const sent = await traced(() => t.action(api.auth.sendOtp, { email }));
  const proven = await traced(() => verify(t, { email, otp: codeFor(email) }));
  const guesses = await counters(t);
  const entered = await traced(() => signedIn(t, email));
  await settled(t);

  // The budget of mails, the mails to the mailbox and to likely spellings of it, the queued mail, its sender, and the code.
  const mailTables = ["codeMails", "codeMails", "codes", "mailSender", "mailSender", "outbox", "outbox", "outbox"];
  expect(tables(sent.writes)).toEqual([...mailTables, "rateLimits", "tallies"]);
  // The budget of hashes, the code's use and its end.
  const accountTables = ["authAccounts", "codes", "codes", "personKeys", "rateLimits", "tallies", "users"];
  expect(tables(proven.writes)).toEqual(accountTables);
  expect(guesses).toEqual([]);
  // The budget of hashes, the guess and its end, and the sign-in. The sign-up has just counted them as active.
  const sessionTables = ["authRefreshTokens", "authSessions", "rateLimits", "rateLimits", "rateLimits", "rateLimits"];
  expect(tables(entered.writes)).toEqual(sessionTables);
  pass(6 * MINUTE);
  expect(tables((await traced(() => signedIn(t, email))).writes)).toContain("tallies");
});

function tables(writes: Write[]): string[] {
  return writes.map(({ table }) => table).toSorted();
}
