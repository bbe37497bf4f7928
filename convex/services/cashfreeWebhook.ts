/** Webhook deliveries: checks that the provider sent one, and reads its order. */
import * as z from "zod";
import { env } from "../_generated/server";
import { readAtMost } from "../shared/boundedBody";
import { DAY, HOUR } from "../shared/durations";

/** The event of a delivery. Null: an event that we ignore. */
export type WebhookEvent = { orderId: string; about: "payment" | "refund" } | null;

/** Reads a delivery, if the provider signed it. Reads the signature before the body. */
export async function readWebhook(request: Request): Promise<WebhookEvent | "forged" | "tooLarge"> {
  const signature = request.headers.get("x-webhook-signature");
  const timestamp = request.headers.get("x-webhook-timestamp");
  if (signature === null || timestamp === null || !isRecent(timestamp)) return "forged";
  const bytes = await readAtMost(request, MAX_WEBHOOK);
  if (bytes === null) return "tooLarge";
  return (await isSigned(signature, timestamp, bytes)) ? eventIn(new TextDecoder().decode(bytes)) : "forged";
}

const MAX_WEBHOOK = 64 * 1024;

const delivery = z.object({
  type: z.string(),
  data: z.object({
    order: z.object({ order_id: z.string() }).optional(),
    refund: z.object({ order_id: z.string() }).optional(),
  }),
});

function eventIn(text: string): WebhookEvent {
  const event = delivery.safeParse(parsed(text)).data;
  if (event?.data.refund) return { orderId: event.data.refund.order_id, about: "refund" };
  return event?.data.order ? { orderId: event.data.order.order_id, about: "payment" } : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Accepts deliveries up to three days old, because the provider retries for hours, perhaps with the first timestamp. A replayed delivery
 * only makes us ask the provider. The age limit makes a captured delivery useless after a while.
 */
function isRecent(timestamp: string): boolean {
  if (!/^\d{13}$/.test(timestamp)) return false;
  const age = Date.now() - Number(timestamp);
  return age < 3 * DAY && age > -HOUR;
}

/** Verifies the raw body, because parsing and serialising turns `99.00` into `99`. WebCrypto compares in constant time. */
async function isSigned(signature: string, timestamp: string, body: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const utf8 = new TextEncoder();
  const secret = utf8.encode(env.CASHFREE_CLIENT_SECRET);
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  const signed = new Uint8Array([...utf8.encode(timestamp), ...body]);
  const signatureBytes = bytesOf(signature);
  return signatureBytes !== null && (await crypto.subtle.verify("HMAC", key, signatureBytes, signed));
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
