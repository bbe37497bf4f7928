import { createHash, createHmac } from "node:crypto";

/** Sends signed webhooks and retries each until it is accepted. */
export class Webhooks {
  readonly #secret: string;
  readonly #pauses: number[];
  readonly #timers = new Set<NodeJS.Timeout>();
  #stopped = false;

  // The real service retries after 2, 10 and 30 minutes, too long for a local trial.
  constructor(secret: string, pauses = [1_000, 3_000, 10_000, 30_000]) {
    this.#secret = secret;
    this.#pauses = pauses;
  }

  /** Sends an event `copies` times, each with its own retries. */
  send(url: string | null, event: { type: string }, copies = 1) {
    if (url === null) return;
    const body = serialize(event);
    for (let copy = 0; copy < copies; copy++) void this.#deliver(url, body, 1);
  }

  stop() {
    this.#stopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
  }

  async #deliver(url: string, body: string, attempt: number): Promise<void> {
    if (this.#stopped) return;
    const headers = { ...signedHeaders(this.#secret, body), "x-webhook-attempt": String(attempt) };
    const isAccepted = await fetch(url, {
      method: "POST",
      headers,
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(10_000),
    }).then(
      ({ status }) => status === 200,
      () => false,
    );
    const pause = this.#pauses[attempt - 1];
    if (isAccepted || pause === undefined || this.#stopped) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#deliver(url, body, attempt + 1);
    }, pause);
    this.#timers.add(timer);
  }
}

/** Returns a webhook's headers. The signature is an HMAC over the time and body, joined without a separator. */
function signedHeaders(secret: string, body: string): Record<string, string> {
  const timestamp = String(Date.now());
  return {
    "content-type": "application/json",
    "x-webhook-timestamp": timestamp,
    "x-webhook-signature": createHmac("sha256", secret)
      .update(timestamp + body)
      .digest("base64"),
    "x-webhook-version": "2025-01-01",
    "x-idempotency-key": createHash("sha256").update(body).digest("base64"),
  };
}

/**
 * Returns the event with amounts as the real service writes them, `99.00`. A receiver that checks the signature over re-serialized JSON
 * then fails here, too.
 */
function serialize(event: object): string {
  return JSON.stringify(event).replace(
    /("(?:order|payment|refund)_amount":)(\d+(?:\.\d+)?)/g,
    (_, name: string, amount: string) => name + Number(amount).toFixed(2),
  );
}
