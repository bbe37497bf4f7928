"use node";

/** Sends notifications to the push services of browsers, encrypted for the browser and signed with the deployment's key. */
import { createHash } from "node:crypto";
import { v, type Infer } from "convex/values";
import webPush from "web-push";
import { env, internalAction } from "../_generated/server";
import { limits } from "../shared/limits";
import { isPushEndpoint } from "../shared/pushServices";
import { pushResult, pushTry } from "../validators/push";

type Try = Infer<typeof pushTry>;
type Outcome = Infer<typeof pushResult>["outcome"];

/** Sends one message to each browser. Returns the outcome for each. Never throws. */
export const send = internalAction({
  args: pushTry,
  returns: v.array(pushResult),
  handler: async (_ctx, { to, ...message }) =>
    await Promise.all(to.map(async (browser) => ({ id: browser.id, outcome: await sendOne(browser, message) }))),
});

const TIMEOUT_MS = 10_000;
/** The longest topic that a push service accepts. */
const TOPIC_LENGTH = 32;

async function sendOne(browser: Try["to"][number], message: Omit<Try, "to">): Promise<Outcome> {
  const request = requestOf(browser, message);
  if (request === null) return "gone";
  try {
    const { headers, body } = request;
    // Redirects are not followed, so no push service sends us elsewhere. The response body is not read.
    const response = await fetch(request.endpoint, {
      method: "POST",
      headers,
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return outcomeOf(response.status);
  } catch (error) {
    console.warn(`Push service: ${error instanceof Error ? error.name : "no answer"}`);
    return "failed";
  }
}

/** Returns null if the address is not at a push service, or the keys cannot encrypt. */
function requestOf(
  { endpoint, p256dh, auth }: Try["to"][number],
  { payload, topic, urgent, contact }: Omit<Try, "to">,
) {
  if (!isPushEndpoint(endpoint, env.PUSH_BASE_URL)) return null;
  try {
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: {
        subject: `mailto:${contact}`,
        publicKey: env.VAPID_PUBLIC_KEY ?? "",
        privateKey: env.VAPID_PRIVATE_KEY ?? "",
      },
      TTL: limits.pushLifetime / 1_000,
      urgency: urgent ? "high" : "normal",
      // Hashed, because the push service must not learn the subject.
      topic: createHash("sha256").update(topic).digest("base64url").slice(0, TOPIC_LENGTH),
      contentEncoding: "aes128gcm",
    });
    const { "Content-Length": _, ...sent } = headers;
    return { endpoint, headers: textsOf(sent), body: new Uint8Array(body as Buffer) };
  } catch {
    return null;
  }
}

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return "sent";
  if (status === 404 || status === 410) return "gone";
  // The log names the status, never the address.
  console.warn(`Push service: ${status}`);
  return status === 400 || status === 413 ? "refused" : "failed";
}

function textsOf(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
