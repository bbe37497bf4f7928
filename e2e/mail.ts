/** Addresses and their mail. Independent of the test runner: browser specs and HTTP tests use it. */
import { setTimeout as wait } from "node:timers/promises";
import type { Ready } from "./product";

export interface Mail {
  id: string;
  subject: string;
  text: string;
  html: string;
  createdAt: string;
}

const TIMEOUT_MS = 15_000;

/** Returns a new address. */
export function addressOf(name: string) {
  return `${name.toLowerCase()}.${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}@college.edu`;
}

/** All mails to an address, newest first. */
export async function mailsTo(ready: Ready, email: string) {
  const response = await fetch(`${ready.mailUrl}/messages?to=${encodeURIComponent(email)}`);
  return (await response.json()) as Mail[];
}

/** Waits for a mailed code. Returns the newest 6-digit code of an address. */
export async function latestCode(ready: Ready, email: string): Promise<string> {
  return await findInMail(ready, email, ({ subject }) => /\b\d{6}\b/.exec(subject)?.[0]);
}

/** Waits for the newest reset link. Returns its address in the browser under test. */
export async function resetLink(ready: Ready, email: string): Promise<string> {
  return await findInMail(ready, email, ({ text }) => /\/reset-password\/[0-9a-f]{64}/.exec(text)?.[0]);
}

/** Waits for a mail in which `find` succeeds, newest first. Returns what it found. */
export async function findInMail(
  ready: Ready,
  email: string,
  find: (mail: Mail) => string | undefined,
): Promise<string> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const match = (await mailsTo(ready, email)).map(find).find((text) => text !== undefined);
    if (match !== undefined) return match;
    if (Date.now() > deadline) throw new Error(`No such mail arrived at ${email} within ${TIMEOUT_MS / 1000} s.`);
    await wait(20);
  }
}
