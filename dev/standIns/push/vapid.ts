import { jwtVerify } from "jose";
import { keyOf } from "./decrypt";

/** Seconds. A signature may be valid for at most a day (RFC 8292). */
const MAX_VALIDITY_S = 24 * 60 * 60;

/** Returns the problem of a VAPID header for a subscription made with `key` at `origin`, or null. */
export async function vapidProblem(header: string | undefined, key: string, origin: string): Promise<string | null> {
  const [, token, sentKey] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header ?? "") ?? [];
  if (token === undefined || sentKey === undefined) return "The Authorization header is not a VAPID signature";
  if (sentKey !== key) return "The key is not the one that the browser subscribed with";
  try {
    const publicKey = keyOf(Buffer.from(key, "base64url"));
    const { payload } = await jwtVerify(token, publicKey, { audience: origin, requiredClaims: ["exp", "sub"] });
    if ((payload.exp ?? 0) > Date.now() / 1_000 + MAX_VALIDITY_S) return "The signature is valid for more than a day";
    return /^(mailto:\S+@|https:\/\/)/.test(payload.sub ?? "") ? null : "The subject is not a contact address";
  } catch {
    return "The signature is wrong, expired or for another push service";
  }
}
