/** Webhook deliveries: whether one comes from the provider, and which order it is about. */
import * as z from "zod";
import { env } from "../_generated/server";

/** What a delivery of the provider is about. Null: nothing that concerns us. */
export type WebhookEvent = { orderId: string; about: "payment" | "refund" } | null;

/** Reads the signature of a delivery before its body. Returns null without one, or when it is too old. */
export function signatureIn(headers: Headers): { signature: string; timestamp: string } | null {
  const [signature, timestamp] = [headers.get("x-webhook-signature"), headers.get("x-webhook-timestamp")];
  return signature === null || timestamp === null || !isRecent(timestamp) ? null : { signature, timestamp };
}

/** Checks a delivery over the bytes that were signed, and reads it. "forged": not from the provider. */
export async function readWebhook(
  { signature, timestamp }: { signature: string; timestamp: string },
  body: Uint8Array<ArrayBuffer>,
): Promise<WebhookEvent | "forged"> {
  if (!(await isSigned(signature, timestamp, body))) return "forged";
  return eventIn(new TextDecoder().decode(body));
}

const delivery = z.object({
  type: z.string(),
  data: z.object({
    order: z.object({ order_id: z.string() }).optional(),
    refund: z.object({ order_id: z.string() }).optional(),
  }),
});

function eventIn(text: string): WebhookEvent {
  const read = delivery.safeParse(parsed(text)).data;
  if (read?.data.refund) return { orderId: read.data.refund.order_id, about: "refund" };
  return read?.data.order ? { orderId: read.data.order.order_id, about: "payment" } : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const DAY = 86_400_000;

/**
 * The provider retries for hours, perhaps with the first timestamp, so days are accepted. A replayed delivery only makes us
 * ask the provider; older ones are refused so that a captured one is useless after a while.
 */
function isRecent(timestamp: string): boolean {
  if (!/^\d{13}$/.test(timestamp)) return false;
  const age = Date.now() - Number(timestamp);
  return age < 3 * DAY && age > -DAY / 24;
}

/** Verifies the raw body, since parsing and writing it again turns `99.00` into `99`. WebCrypto compares in constant time. */
async function isSigned(signature: string, timestamp: string, body: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const utf8 = new TextEncoder();
  const secret = utf8.encode(env.CASHFREE_CLIENT_SECRET);
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  const signed = new Uint8Array([...utf8.encode(timestamp), ...body]);
  const given = bytesOf(signature);
  return given !== null && (await crypto.subtle.verify("HMAC", key, given, signed));
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
