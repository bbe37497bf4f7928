/** Mail, through Resend or whatever RESEND_BASE_URL speaks its language. Called from actions only. */
import { Resend, type ErrorResponse } from "resend";
import { env } from "../_generated/server";
import type { Letter } from "./emailLayout";

/**
 * Hands a letter over. False when that did not succeed within a few tries; again with the same key it arrives once, even
 * if an earlier try did arrive and only its answer got lost.
 */
export async function send(to: string, letter: Letter, idempotencyKey: string): Promise<boolean> {
  const resend = new Resend(env.RESEND_API_KEY);
  const mail = { from: env.MAIL_FROM, to, ...letter };
  for (let left = TRIES; left > 0; left--) {
    const answer = await orLate(resend.emails.send(mail, { idempotencyKey }));
    if (answer === null) return false;
    if (answer.error === null || wasTaken(answer.error)) return true;
    const status = answer.error.statusCode ?? 500;
    // The address itself must not be in a log; what went wrong must.
    console.warn(`Mail not accepted: ${status} ${answer.error.name}`);
    if (status < 500 && status !== 429 && status !== 409) return false;
    if (left > 1) await pause(waitBefore(TRIES - left + 1, answer.headers));
  }
  return false;
}

const TRIES = 3;
const PATIENCE = 5_000;

/** The provider has taken a mail with this key; since then its words changed, by a newer version of the product. */
function wasTaken({ name }: ErrorResponse): boolean {
  return name === "invalid_idempotent_request";
}

/** Milliseconds before the next try: what the provider asks for, while that is short. */
function waitBefore(tryNumber: number, headers: Record<string, string> | null): number {
  const asked = Number(headers?.["retry-after"]) * 1_000;
  return asked > 0 && asked <= PATIENCE ? asked : 300 * tryNumber;
}

/** Null after a while: a provider that does not answer is one that failed. */
async function orLate<T>(answer: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), PATIENCE)));
  return await Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
