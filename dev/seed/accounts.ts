import { ConvexHttpClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import { refusalOf } from "../../convex/shared/errors";
import { limits } from "../../convex/shared/limits";

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
export async function signUp(doors: Doors, account: { email: string; password: string }): Promise<void> {
  const client = new ConvexHttpClient(doors.convexUrl, { logger: false });
  const asked = await askForCode(client, account.email);
  if (asked === "registered") return;
  try {
    await verify(client, doors, account);
  } catch (error) {
    if (asked === "mailed" || refusalOf(error)?.code !== "BAD_INPUT") throw error;
    // It was cut short between mailing a code and storing it: only a new one will do.
    await new Promise((resolve) => setTimeout(resolve, asked.wait));
    await client.action(api.auth.sendOtp, { email: account.email });
    await verify(client, doors, account);
  }
}

/** A start that was cut short has mailed a code already; mostly that one still holds, and the next must wait. */
async function askForCode(
  client: ConvexHttpClient,
  email: string,
): Promise<"mailed" | "registered" | { wait: number }> {
  try {
    await client.action(api.auth.sendOtp, { email });
    return "mailed";
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal?.code === "ALREADY_VERIFIED") return "registered";
    if (refusal?.code !== "TOO_MANY_TRIES") throw error;
    return { wait: refusal.retryAfter ?? limits.mailPause };
  }
}

async function verify(
  client: ConvexHttpClient,
  doors: Doors,
  { email, password }: { email: string; password: string },
) {
  await client.action(api.auth.verifyOtp, { email, otp: await newestCode(doors, email), password });
}

/** Empty, and so refused as a wrong one, where none has arrived. */
async function newestCode({ mailUrl }: Doors, email: string): Promise<string> {
  const response = await fetch(`${mailUrl}/messages?to=${encodeURIComponent(email)}`);
  const messages = (await response.json()) as { text: string }[];
  return /\b\d{6}\b/.exec(messages[0]?.text ?? "")?.[0] ?? "";
}
