/** How each public function is called in the table of who may call what: with valid arguments. */
import { linkTo, NEXT } from "./auth.testing";
import type { Kind } from "./authorisation.testing";
import type { Cast } from "./authorisationCast.testing";
import { addressOf, newcomer, PASSWORD } from "./people.testing";
import { festivalInput, inDays } from "./festival.testing";
import { codeFor } from "./mails.testing";
import { pictureOf, profileInput } from "./profiles.testing";
import { newBrowser } from "./push.testing";
import { SUSPENSION } from "./reports.testing";
import { invitationOf, invited, STAFF_PASSWORD } from "./staff.testing";
import { api } from "../_generated/api";

export type Args = Record<string, unknown>;
type Call = (cast: Cast, me: Kind) => Args | Promise<Args>;

const firstPage = { cursor: null, numItems: 1 };
export const signIn = { email: addressOf("Asha"), password: PASSWORD };
const liked: Call = ({ ravi }) => ({ profileId: ravi.userId, liked: true });
const takenBack: Call = ({ swiped }) => ({ profileId: swiped.userId });
const seen: Call = ({ own }, me) => ({ matchIds: [own(me).match] });
const accepted: Call = ({ omar }) => ({ profileId: omar.userId, accepted: true });
const matchArg: Call = ({ own }, me) => ({ matchId: own(me).match });
const openThread: Call = ({ own }, me) => ({ matchId: own(me).match, open: true });
const read: Call = ({ own }, me) => ({ matchId: own(me).match, upTo: 1 });
const written: Call = ({ own }, me) => ({ matchId: own(me).match, key: `key-${me}`, text: "See you at the gate." });
const ordered: Call = ({ own }, me) => ({ orderId: own(me).order });
const reported: Call = ({ ravi }) => ({ reportedUserId: ravi.userId, reason: "He follows me around." });
const blocked: Call = ({ ravi }) => ({ profileId: ravi.userId });
const someone = ({ ravi }: Cast) => ({ userId: ravi.userId });
const about = (cast: Cast) => ({ ...someone(cast), reason: SUSPENSION });
const letter: Call = (_cast, me) => ({
  name: "A",
  email: addressOf(`letter ${me}`),
  subject: "Gate",
  message: "Where?",
});
const fresh: Call = (_cast, me) => ({ email: addressOf(`fresh ${me}`) });
const { subscription: browser } = await newBrowser();
/** A picture of one grey pixel. */
export const image = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="),
  (letter) => letter.charCodeAt(0),
);

/** The arguments of every public function that needs some. */
export const functionArgs: Record<string, Call> = {
  "auth.linkWorks": () => ({ token: "of no link" }),
  "auth.codeMail": () => ({ email: "nobody@people.test", waiting: "of no mail" }),
  "auth.deleteAccount": () => ({ verificationText: "delete my acc" }),
  "auth.endSession": () => ({ ticket: "of no session|0" }),
  "auth.requestReset": fresh,
  "auth.resetPassword": async (cast, me) => ({ token: await mailedToken(cast, me), password: NEXT }),
  "auth.sendOtp": fresh,
  "auth.signIn": () => ({ provider: "password", params: signIn }),
  "auth.verifyOtp": mailedCode,
  "chat.isTyping": matchArg,
  "chat.look": openThread,
  "chat.markRead": read,
  "chat.messages": matchArg,
  "chat.openers": matchArg,
  "chat.reveal": matchArg,
  "chat.seen": matchArg,
  "chat.send": written,
  "chat.typing": matchArg,
  "festival.announce": () => ({ text: "The main stage opens at six.", until: null, mail: false, push: false }),
  "festival.ping": () => ({ number: 1 }),
  "festival.save": () => ({ version: 0, settings: festivalInput({ name: "Lights" }) }),
  "festivalPicture.upload": () => ({ image: image.buffer }),
  "closing.begin": () => ({ name: "Festival Match", password: PASSWORD }),
  "closing.orders": () => ({ cursor: null }),
  // The festival of a test ends in a year, and is erased thirty days later.
  "closing.plan": () => ({ day: inDays(400), seen: inDays(395) }),
  "contact.send": letter,
  "matches.markListed": seen,
  "matches.markSeen": seen,
  "matches.person": matchArg,
  "matches.respond": accepted,
  "matches.unmatch": matchArg,
  "moderator.claim": ({ work }, me) => ({ item: work(me).report }),
  "moderator.claimNext": () => ({ after: null }),
  "moderator.decide": ({ work }, me) => ({ id: work(me).version, approved: true }),
  "moderator.decideWithUndo": ({ work }, me) => ({ id: work(me).version, approved: false }),
  "moderator.dismiss": ({ work }, me) => ({ id: work(me).report }),
  "moderator.figures": () => ({ since: 0 }),
  "moderator.restore": ({ work }, me) => ({ id: work(me).suspension }),
  "moderator.suspend": ({ work }, me) => ({ id: work(me).report, reason: SUSPENSION }),
  "moderator.undoDecision": ({ work }, me) => ({ id: work(me).version }),
  "moderator.waiting": () => ({ filter: "all", paginationOpts: firstPage }),
  "money.days": () => ({ most: 14 }),
  "money.exportPart": () => ({ from: "2025-12-18", to: "2025-12-19", cursor: null }),
  "money.orders": () => ({ search: "a", paginationOpts: firstPage }),
  "numbers.read": () => ({ day: null }),
  "organiser.invite": (_cast, me) => ({ email: addressOf(`staff ${me}`), kind: "moderator" }),
  "organiser.removeMember": staffArgs,
  // Requiring it would refuse the other calls of this table.
  "organiser.requireSecondFactor": () => ({ required: false }),
  "organiser.resend": invitation,
  "organiser.sendPassword": staffArgs,
  "organiser.changeOrganiser": (cast) => ({ ...staffArgs(cast), act: "turnOffSecondFactor", password: PASSWORD }),
  "organiser.makeOrganiser": (_cast, me) => ({ email: addressOf(`organiser ${me}`), password: PASSWORD }),
  "organiser.turnOffSecondFactor": staffArgs,
  "organiser.withdraw": invitation,
  "payments.createOrder": () => ({ feature: "vip_boost" }),
  "payments.order": ordered,
  "payments.purchase": ({ work }, me) => ({ orderId: work(me).paid }),
  "payments.refund": ({ work }, me) => ({ orderId: work(me).paid }),
  "payments.verify": ordered,
  "people.exportData": someone,
  "people.list": () => ({ search: "a", filter: {}, paginationOpts: firstPage }),
  "people.open": someone,
  "people.person": someone,
  "people.record": someone,
  "people.remove": ({ ravi }) => ({ userId: ravi.userId, reason: "asked" }),
  "people.restore": ({ own }) => ({ userId: own("suspended").userId, reason: SUSPENSION }),
  "people.setTier": (cast) => ({ ...about(cast), feature: "vip_boost", has: true }),
  "people.signOut": about,
  "people.suspend": about,
  "people.undoApproval": about,
  "profiles.create": async (cast, me) => ({
    profile: profileInput("Somebody", { photoId: await ownPicture(cast, me) }),
  }),
  "profiles.setMailWishes": () => ({ newLikes: true }),
  "profiles.stopMails": () => ({ token: "of no mail" }),
  "profiles.update": () => ({ profile: { hobbies: ["Movies 🎬"] } }),
  "profiles.uploadPhoto": () => ({ image: image.buffer, contentType: "image/png" }),
  "push.renew": () => ({ endpoint: browser.endpoint, auth: browser.auth, to: browser }),
  "push.setSettings": () => ({ kinds: { likes: false } }),
  "push.subscribe": () => browser,
  "reports.block": blocked,
  "reports.file": reported,
  "staff.acceptInvitation": async ({ t, ines }, me) => ({
    token: await invited(t, ines, addressOf(`staff ${me}`)),
    password: STAFF_PASSWORD,
  }),
  "staff.openInvitation": async ({ t, ines }, me) => ({ token: await invited(t, ines, addressOf(`opener ${me}`)) }),
  // No setup has begun. The code behind the guard has its own tests.
  "staffSecondFactor.confirm": () => ({ code: "000000" }),
  "staffSecondFactor.renewRecovery": () => ({ code: "000000" }),
  "staffSecondFactor.start": () => ({ password: PASSWORD }),
  "staffSecondFactor.turnOff": () => ({ code: "000000" }),
  "swipes.setAtFestivalFirst": () => ({ wanted: true }),
  "swipes.swipe": liked,
  "swipes.undo": takenBack,
  "tickets.check": () => ({ code: "NOBODY0001", key: "one", at: 0 }),
  "tickets.add": (_cast, me) => ({ codes: [`UPLOADED${me}`], label: "" }),
  "tickets.claim": () => ({ code: "UNKNOWN2468" }),
  "tickets.release": async (cast) => ({ code: await uploadedTicket(cast) }),
  "tickets.releaseOf": claimedTicket,
  "tickets.saveSettings": () => ({
    version: 0,
    rules: { domains: ["college.edu"], domainsMark: true, domainsOnly: false, codes: "off" },
  }),
};

/** Mails a link to another address for this caller. Returns its token, as if the caller read that mail. */
export async function mailedToken({ t }: Cast, me: Kind): Promise<string> {
  return await linkTo(t, (await newcomer(t, `Reset ${me}`)).email);
}

/** Inserts a picture of the caller, or of the member for callers who cannot upload. Returns its id. */
export async function ownPicture({ t, own }: Cast, me: Kind): Promise<string> {
  return await pictureOf(t, own(me));
}

async function uploadedTicket({ ines }: Cast): Promise<string> {
  const code = `FORALL${crypto.randomUUID()}`;
  await ines.mutation(api.tickets.add, { codes: [code], label: "" });
  return code;
}

/** Gives Ravi a ticket. */
async function claimedTicket(cast: Cast): Promise<Args> {
  await cast.ravi.mutation(api.tickets.claim, { code: await uploadedTicket(cast) });
  return { userId: cast.ravi.userId, reason: SUSPENSION };
}

async function mailedCode({ t }: Cast, me: Kind): Promise<Args> {
  const email = addressOf(`code ${me}`);
  await t.action(api.auth.sendOtp, { email });
  return { email, otp: codeFor(email), password: PASSWORD };
}

function staffArgs({ mona }: Cast): Args {
  return { userId: mona.userId };
}

/** Creates an invitation for each caller. */
async function invitation({ t, ines }: Cast, me: Kind): Promise<Args> {
  const email = addressOf(`staff ${me}`);
  await invited(t, ines, email);
  return { id: await invitationOf(ines, email) };
}
