import { ConvexHttpClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import { refusalOf } from "../../convex/shared/errors";

/** How one gets in, as a person through the app does. */
export interface Doors {
  convexUrl: string;
  /** The mail stand-in, where codes can be read. */
  mailUrl: string;
}

/** Signs in. The token holds for a day. */
export async function tokenFor(
  { convexUrl }: Pick<Doors, "convexUrl">,
  provider: "password" | "moderator",
  { email, password }: { email: string; password: string },
): Promise<string> {
  const client = new ConvexHttpClient(convexUrl, { logger: false });
  const { tokens } = await client.action(api.auth.signIn, { provider, params: { email, password } });
  if (tokens === null) throw new Error(`No session for ${email}`);
  return tokens.token;
}

/** A client that calls as the person who signed in. */
export function clientFor({ convexUrl }: Pick<Doors, "convexUrl">, token: string): ConvexHttpClient {
  const client = new ConvexHttpClient(convexUrl, { logger: false });
  client.setAuth(token);
  return client;
}

/** Makes an account with a mailed code, unless there is one. */
export async function signUp(doors: Doors, { email, password }: { email: string; password: string }): Promise<void> {
  const client = new ConvexHttpClient(doors.convexUrl, { logger: false });
  try {
    await client.action(api.auth.sendOtp, { email });
  } catch (error) {
    const code = refusalOf(error)?.code;
    if (code === "ALREADY_VERIFIED") return;
    // A start that was cut short has mailed a code already; that one still holds.
    if (code !== "TOO_MANY_TRIES") throw error;
  }
  await client.action(api.auth.verifyOtp, { email, otp: await newestCode(doors, email), password });
}

async function newestCode({ mailUrl }: Doors, email: string): Promise<string> {
  const response = await fetch(`${mailUrl}/messages?to=${encodeURIComponent(email)}`);
  const messages = (await response.json()) as { text: string }[];
  const code = /\b\d{6}\b/.exec(messages[0]?.text ?? "")?.[0];
  if (code === undefined) throw new Error(`No code was mailed to ${email}`);
  return code;
}
