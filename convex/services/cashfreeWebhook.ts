/** What the provider posts to us by itself: whether it is the provider's, and which order it is about. */
import * as z from "zod";
import { env } from "../_generated/server";

/** A delivery that is the provider's. Null: about nothing of ours. */
export type News = { orderId: string; about: "payment" | "refund" } | null;

/** Reads a delivery over the bytes that were signed. "forged": it is not the provider's, or not from these days. */
export async function readWebhook(headers: Headers, body: Uint8Array<ArrayBuffer>): Promise<News | "forged"> {
  const [signature, timestamp] = [headers.get("x-webhook-signature"), headers.get("x-webhook-timestamp")];
  if (signature === null || timestamp === null || !isOfTheseDays(timestamp)) return "forged";
  if (!(await isSigned(signature, timestamp, body))) return "forged";
  return newsIn(new TextDecoder().decode(body));
}

const delivery = z.object({
  type: z.string(),
  data: z.object({
    order: z.object({ order_id: z.string() }).optional(),
    refund: z.object({ order_id: z.string() }).optional(),
  }),
});

function newsIn(text: string): News {
  const said = delivery.safeParse(parsed(text)).data;
  if (said?.data.refund) return { orderId: said.data.refund.order_id, about: "refund" };
  return said?.data.order ? { orderId: said.data.order.order_id, about: "payment" } : null;
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
 * The provider tries again for hours, perhaps with the first time on it. A captured delivery that is sent again changes
 * nothing, since each one only makes us ask the provider; this keeps old ones from being of any use at all.
 */
function isOfTheseDays(timestamp: string): boolean {
  if (!/^\d{13}$/.test(timestamp)) return false;
  const age = Date.now() - Number(timestamp);
  return age < 3 * DAY && age > -DAY / 24;
}

/** Over exactly what came: `99.00` would be written `99` again. Compared by the platform, in constant time. */
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
    return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  } catch {
    return null;
  }
}
