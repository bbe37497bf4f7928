/** Drawing a sign-up code, in an action. */
import type { NewCode } from "./codes";
import { encrypted } from "./sealing";
import { hashCode, hashLink, newCode, newToken } from "./secrets";

/** A new code with the link that is mailed with it, as they wait to be mailed. */
export async function drawCode(email: string): Promise<NewCode> {
  const [digits, token] = [newCode(), newToken()];
  const [codeHash, linkHash] = [await hashCode(email, digits), await hashLink(email, token)];
  return { email, codeHash, linkHash, sealed: await encrypted("queued code", `${digits} ${token}`) };
}
