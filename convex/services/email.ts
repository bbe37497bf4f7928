/** Sends mail through Resend's API at RESEND_BASE_URL. Called from actions only. */
import { Resend, type ErrorResponse } from "resend";
import { env } from "../_generated/server";
import type { Letter } from "./emailLayout";

/**
 * The outcome of a letter. undeliverable: the provider works, but the address cannot receive mail. refused: the provider will never accept
 * this request. failed: the provider accepts nothing now. unheard: no response in time, so the provider may have accepted the letter.
 */
type Outcome = "accepted" | "undeliverable" | "refused" | "failed" | "unheard";

type Addressed = { to: string; letter: Letter };

/** The outcome of each letter of a request, and how long (ms) the provider asks us to wait. */
type SendResult = { sent: Outcome[]; retryAfter: number };

/**
 * Sends letters in one request, alone or up to a hundred together. Retries a few times. Idempotent by `key`: they arrive once, even
 * if an earlier try was accepted and its response was lost. `isBatch`: the key belongs to a batch.
 */
export async function send(mails: Addressed[], key: string, isBatch = false): Promise<SendResult> {
  const resend = new Resend(env.RESEND_API_KEY);
  let retryAfter = 0;
  let outcome: Outcome = "failed";
  for (let left = TRIES; left > 0; left--) {
    const answer = await request(resend, mails, key, isBatch);
    const sent = answer && outcomesOf(answer, mails.length, isBatch);
    if (sent) return { sent, retryAfter: 0 };
    retryAfter = retryAfterOf(answer?.headers ?? null);
    outcome = answer === null ? "unheard" : "failed";
    const canRetry = answer !== null && isTransient(answer.error) && retryAfter <= TIMEOUT_MS;
    if (!canRetry) break;
    if (left > 1) await pause(retryAfter || 300 * (TRIES - left + 1));
  }
  return { sent: mails.map(() => outcome), retryAfter };
}

const TRIES = 3;
const TIMEOUT_MS = 5_000;

type Reply = { data: unknown; error: ErrorResponse | null; headers: Record<string, string> | null };

/** Returns null without a response in time. */
async function request(resend: Resend, mails: Addressed[], key: string, isBatch: boolean): Promise<Reply | null> {
  const all = mails.map(({ to, letter }) => ({ to, ...letter }));
  const [first] = all;
  if (!isBatch && first) return await withTimeout(resend.emails.send(first, { idempotencyKey: key }));
  // Without it, one bad address would stop the mail to ninety-nine others.
  const options = { idempotencyKey: key, batchValidation: "permissive" } as const;
  return await withTimeout(resend.batch.send(all, options), TIMEOUT_MS * 2);
}

/** Returns the outcome of each letter, or null while it is open. */
function outcomesOf({ data, error }: Reply, count: number, isBatch: boolean): Outcome[] | null {
  if (error === null || wasAccepted(error)) {
    const faults = error === null ? faultsIn(data) : [];
    return Array.from({ length: count }, (_, index) => {
      const fault = faults.find((entry) => entry.index === index);
      return fault === undefined ? "accepted" : refusalOf(fault.message);
    });
  }
  // The log names the error, never the address.
  console.warn(`Mail not accepted: ${error.statusCode ?? 500} ${error.name}`);
  if (error.statusCode !== 422 && error.statusCode !== 400) return null;
  return Array.from({ length: count }, () => (isBatch ? "refused" : refusalOf(error.message)));
}

/** True if the provider accepted a different mail with this key before: a newer version of the product changed its text. */
function wasAccepted({ name }: ErrorResponse): boolean {
  return name === "invalid_idempotent_request";
}

/** Returns the letters that the provider refused within an accepted request. */
function faultsIn(data: unknown): { index: number; message: string }[] {
  const { errors } = (data ?? {}) as { errors?: { index: number; message: string }[] };
  return errors ?? [];
}

/** Only the provider's message names the refused field: "Invalid `to` field. …" */
function refusalOf(message: string): Outcome {
  return /^Invalid .to. field/.test(message) ? "undeliverable" : "refused";
}

/** True if the same request may succeed a moment later. */
function isTransient(error: ErrorResponse | null): boolean {
  const status = error?.statusCode ?? 500;
  return status >= 500 || status === 429 || status === 409;
}

/** Returns how long (ms) the provider asks us to wait. */
function retryAfterOf(headers: Record<string, string> | null): number {
  const milliseconds = Number(headers?.["retry-after"]) * 1_000;
  return milliseconds > 0 ? milliseconds : 0;
}

async function withTimeout<T>(answer: Promise<T>, timeout = TIMEOUT_MS): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), timeout)));
  return await Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
