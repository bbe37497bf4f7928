/** Mailing a sign-up code, from an action. */
import type { Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import type { codeMailState } from "../validators";
import type { NewCode } from "./authCodes";
import { encrypted } from "./authSealing";
import { hashCode, hashLink, newCode, newToken } from "./authSecrets";

type MailState = Infer<typeof codeMailState>;
type MailNow = { state: MailState; notBefore: number; until: number };

/** A new code with the link that is mailed with it, as they wait to be mailed. */
export async function drawCode(email: string): Promise<NewCode> {
  const [digits, token] = [newCode(), newToken()];
  const [codeHash, linkHash] = [await hashCode(email, digits), await hashLink(email, token)];
  return { email, codeHash, linkHash, sealed: await encrypted("queued code", `${digits} ${token}`) };
}

/** Has a code mailed, and looks for as long as somebody waits at their screen what becomes of it. Whoever finds no sender at work sends. */
export async function mailNow(ctx: ActionCtx, email: string, id: Id<"outbox">): Promise<MailState> {
  const look = async (): Promise<MailNow> => await ctx.runQuery(internal.authCodes.stateOfMail, { email, queued: id });
  const isLeftAlone = ({ notBefore }: MailNow) => notBefore > Date.now();
  for (const pause of [0, 20, 80, 200, 400, 800, 1_500]) {
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    let now = await look();
    if (now.state === "waiting" && now.until <= Date.now()) {
      // Whatever stops a sender, another one goes on with what it left.
      await ctx.runAction(internal.mails.send, { own: id }).catch(() => console.error("A sender of mails stopped."));
      now = await look();
    }
    if (now.state !== "waiting" || isLeftAlone(now)) return now.state;
  }
  return "waiting";
}
