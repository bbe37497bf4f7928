/** The request to each route in the table of who may call what. A route that calls a function gets that function's arguments. */
import { functionArgs, image, mailedToken, ownPicture, signIn, type Args } from "./authorisationCalls.testing";
import type { Kind } from "./authorisation.testing";
import type { Cast } from "./authorisationCast.testing";
import { NEXT } from "./auth.testing";
import { addressOf, PASSWORD } from "./people.testing";
import { profileInput } from "./profiles.testing";

/** A request: the address in place of the braces, and the body. */
export type Sent = { path?: string; body?: Args; form?: FormData; csv?: string };
type Send = (cast: Cast, me: Kind) => Sent | Promise<Sent>;

/** The arguments of a function as the body. */
const argsOf =
  (name: string): Send =>
  async (cast, me) => ({ body: await functionArgs[name]?.(cast, me) });
const body =
  (sent: Args): Send =>
  () => ({ body: sent });
const order = { amount: 9900, currency: "INR", orderMeta: { feature: "premium_plan" } };

/** The request to every route that needs more than its address. */
export const requests: Record<string, Send> = {
  "GET /api/photos/*": ({ photoKey }) => ({ path: `/api/photos/${photoKey}` }),
  "DELETE /api/users/delete-account": argsOf("auth.deleteAccount"),
  "POST /api/auth/send-otp": argsOf("auth.sendOtp"),
  "POST /api/auth/verify-otp": argsOf("auth.verifyOtp"),
  "POST /api/auth/login": body(signIn),
  "POST /api/auth/reset-password": argsOf("auth.requestReset"),
  "POST /api/auth/reset-password/*": async (cast, me) => ({
    path: `/api/auth/reset-password/${await mailedToken(cast, me)}`,
    body: { password: NEXT },
  }),
  "POST /api/users/profile": async (cast, me) => {
    await ownPicture(cast, me);
    const { photoId: _, ...form } = profileInput("Somebody");
    return { body: form };
  },
  "POST /api/users/profile/image": () => {
    const form = new FormData();
    form.append("image", new File([image], "me.png", { type: "image/png" }));
    return { form };
  },
  "POST /api/users/swipe": argsOf("swipes.swipe"),
  "POST /api/users/swipe/undo": argsOf("swipes.undo"),
  "POST /api/users/respond-to-like": argsOf("matches.respond"),
  "POST /api/users/unmatch": argsOf("matches.unmatch"),
  "GET /api/users/messages/*": ({ own }, me) => ({ path: `/api/users/messages/${own(me).match}` }),
  "POST /api/users/send-message": argsOf("chat.send"),
  "POST /api/users/read-messages": argsOf("chat.markRead"),
  "POST /api/users/show-contacts": argsOf("chat.reveal"),
  "POST /api/users/report": argsOf("reports.file"),
  "POST /api/users/block": argsOf("reports.block"),
  "POST /api/payments/create-order": body(order),
  "POST /api/payments/verify": argsOf("payments.verify"),
  "POST /api/payments/webhook": body({ type: "PAYMENT_SUCCESS_WEBHOOK" }),
  "POST /api/moderator/login": body({ email: addressOf("Moderator"), password: PASSWORD }),
  "POST /api/moderator/process-profile/*": ({ work }, me) => ({
    path: `/api/moderator/process-profile/${work(me).version}`,
    body: { approved: true },
  }),
  "GET /api/organiser/people/*": ({ ravi }) => ({ path: `/api/organiser/people/${ravi.userId}/export` }),
  "POST /api/organiser/tickets": (_cast, me) => ({ csv: `code\nSENT${me}1357` }),
  "POST /api/contact": argsOf("contact.send"),
};
