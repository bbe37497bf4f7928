/** Sends mail through Resend's API at RESEND_BASE_URL. Called from actions only. */
import { Resend, type ErrorResponse } from "resend";
import { env } from "../_generated/server";
import type { Letter } from "./emailLayout";

/** What came of sending a letter. undeliverable: nobody can get mail at that address; nothing is wrong with the service. */
export type Sent = "accepted" | "undeliverable" | "failed";

/**
 * Sends a letter. failed: it was not accepted within a few tries. Sent again with the same key it arrives only once, even if an
 * earlier try arrived and only its answer was lost.
 */
export async function send(to: string, letter: Letter, idempotencyKey: string): Promise<Sent> {
  const resend = new Resend(env.RESEND_API_KEY);
  const mail = { from: env.MAIL_FROM, to, ...letter };
  for (let left = TRIES; left > 0; left--) {
    const answer = await withTimeout(resend.emails.send(mail, { idempotencyKey }));
    if (answer === null) return "failed";
    if (answer.error === null || wasAccepted(answer.error)) return "accepted";
    const status = answer.error.statusCode ?? 500;
    // The log says what went wrong, but never the address.
    console.warn(`Mail not accepted: ${status} ${answer.error.name}`);
    if (isOfAddress(answer.error)) return "undeliverable";
    if (status < 500 && status !== 429 && status !== 409) return "failed";
    if (left > 1) await pause(waitBefore(TRIES - left + 1, answer.headers));
  }
  return "failed";
}

const TRIES = 3;
const TIMEOUT_MS = 5_000;

/** The provider accepted another mail with this key before: a newer version of the product changed the words since. */
function wasAccepted({ name }: ErrorResponse): boolean {
  return name === "invalid_idempotent_request";
}

/** The provider says by words alone which field it refuses: "Invalid `to` field. …" */
function isOfAddress({ statusCode, message }: ErrorResponse): boolean {
  return statusCode === 422 && /^Invalid .to. field/.test(message);
}

/** Milliseconds before the next try: what the provider asks for, if that is short. */
function waitBefore(tryNumber: number, headers: Record<string, string> | null): number {
  const asked = Number(headers?.["retry-after"]) * 1_000;
  return asked > 0 && asked <= TIMEOUT_MS ? asked : 300 * tryNumber;
}

/** Null if there is no answer in time. */
async function withTimeout<T>(answer: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), TIMEOUT_MS)));
  return await Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
