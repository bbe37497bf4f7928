/** The text of every mail, but for those in `emailNotices.ts`. */
import type { Infer } from "convex/values";
import { localTime } from "../shared/festival";
import { limits } from "../shared/limits";
import type { Feature } from "../shared/prices";
import type { storedMessage } from "../validators/common";
import type { mailTry } from "../validators/mail";
import {
  code,
  letter,
  link,
  pageAt,
  quote,
  says,
  small,
  table,
  type Host,
  type Letter,
  type Part,
} from "./emailLayout";

type Mail = Infer<typeof mailTry>["mail"];
type Receipt = Omit<Extract<Mail, { kind: "receipt" }>, "kind" | "userId">;
type Refund = Omit<Extract<Mail, { kind: "refund" }>, "kind" | "userId">;
type Invitation = Extract<Mail, { kind: "invitation" }>;
type Rejection = Omit<Extract<Mail, { kind: "rejection" }>, "kind" | "userId">;

/**
 * A sign-up code, and a link that does without it. The subject begins with the code, so that a phone shows it without the mail
 * being opened. Address and token are behind the hash, which no server is sent.
 */
export function signUpCode(festival: Host, email: string, digits: string, token: string): Letter {
  const here = new URLSearchParams({ signUp: token, email }).toString();
  return letter(festival, `${digits} is your ${festival.name} code`, "Your sign-up code", [
    code(digits),
    says(`Use this code to sign up for ${festival.name}. It expires in ${minutes(limits.codeLifetime)}.`),
    says(`Or open this link, which needs no code. It works once and expires in ${minutes(limits.signUpLinkLifetime)}.`),
    link(pageAt(`/auth#${here}`), "Sign up"),
    small("Never share it. We will not ask you for it."),
    small("If you did not ask for it, ignore this mail."),
  ]);
}

/** A link that sets a new password. */
export function reset(festival: Host, token: string): Letter {
  return letter(festival, `Reset your ${festival.name} password`, "Choose a new password", [
    says(`Open this link to choose a new password. It works once and expires in ${minutes(limits.resetLifetime)}.`),
    link(pageAt(`/reset-password/${token}`), "Choose a new password"),
    small("If you did not ask for it, ignore this mail: your password stays as it is."),
  ]);
}

/**
 * A link by which somebody becomes one of the staff, or chooses a new password as one. The token is behind the hash, which no
 * server is sent and no page is told that they came from.
 */
export function invitation(festival: Host, token: string, { of, isNew }: Pick<Invitation, "of" | "isNew">): Letter {
  const hours = limits.invitationLifetime / 3_600_000;
  const kind = of === "organiser" ? "an organiser" : "a moderator";
  const [subject, title] = isNew
    ? [`You are invited to help run ${festival.name}`, `You are invited as ${kind}`]
    : [`Choose a new ${festival.name} staff password`, "Choose a new password"];
  return letter(festival, subject, title, [
    says(`Open this link to choose a password. It works once and expires in ${hours} hours.`),
    link(pageAt(`/staff#${token}`), "Choose a password"),
    small("Never share it: whoever opens it first gets in. Not expected? Ignore this mail, and tell the organisers."),
  ]);
}

/** The profile is approved. */
export function approval(festival: Host): Letter {
  return letter(festival, `Your ${festival.name} profile is approved`, "You are in", [
    says("A moderator has approved your profile. Others can see it now, and you can swipe."),
    link(pageAt("/swipe"), "Start swiping"),
    support(festival),
  ]);
}

/** A profile, or a change of one, is rejected. */
export function rejection(festival: Host, { of, reason, signUpsLeft }: Rejection): Letter {
  const why = reason === undefined ? [] : [says("The moderator wrote:"), quote(reason)];
  if (of === "change") {
    return letter(
      festival,
      `Your change to your ${festival.name} profile was not approved`,
      "Your change was not approved",
      [
        says("Others go on seeing your profile as it was before."),
        ...why,
        link(pageAt("/edit-profile"), "Edit your profile"),
        support(festival),
      ],
    );
  }
  return letter(festival, `Your ${festival.name} profile was not approved`, "Your profile was not approved", [
    says("A moderator looked at your profile and did not approve it. The profile and its photo are deleted."),
    ...why,
    ...(signUpsLeft > 0
      ? [
          says(`You may sign up again with this address, ${times(signUpsLeft)}.`),
          link(pageAt("/auth"), "Sign up again"),
        ]
      : [says("This address cannot sign up again.")]),
    support(festival),
  ]);
}

/** The person is suspended. */
export function suspension(festival: Host, reason: string): Letter {
  return letter(festival, `Your ${festival.name} profile is suspended`, "Your profile is suspended", [
    says("A moderator has suspended your profile. Nobody is shown it, and you cannot swipe or see your matches."),
    says("The moderator wrote:"),
    quote(reason),
    says("If you think that this is wrong, sign in and answer with the form on the page that you see."),
    link(pageAt("/moderation-pending"), "Answer"),
    support(festival),
  ]);
}

/** An organiser turned off the second factor of one of the staff. `by`: that organiser's address. */
export function secondFactorOff(festival: Host, by = "An organiser"): Letter {
  return letter(festival, `Your ${festival.name} second factor was turned off`, "Your second factor was turned off", [
    says(`${by} turned it off on the list of the staff. Your password alone gets somebody in now.`),
    link(pageAt("/staff/security"), "Set it up again"),
    small("You did not ask for it? Choose a new password, and tell another organiser."),
  ]);
}

/** What somebody paid for. */
export function receipt(festival: Host, { feature, amount, currency, orderId, paidAt }: Receipt): Letter {
  const { name, gives } = bought[feature];
  return letter(festival, `Your receipt for ${name}`, `Thank you. You have ${name}.`, [
    says(gives),
    table(
      ["For", `${festival.name} ${name}`],
      ["Paid", money(amount, currency)],
      ["On", festivalTime(festival, paidAt)],
      ["Order", orderId],
    ),
    says("Paid once. It holds for the festival, does not renew, and nothing more will be taken."),
    small(
      `Refunds: ${pageAt("/refund-cancellation")}. Please name the order when you write to ${festival.supportEmail}.`,
    ),
  ]);
}

/** The money that somebody paid goes back. */
export function refund(festival: Host, { feature, amount, currency, orderId, keeps }: Refund): Letter {
  const { name } = bought[feature];
  return letter(festival, `Your refund for ${name}`, "Your money is on its way back", [
    says("The payment provider sends back what you paid, the way it came. Banks usually take 7 to 10 business days."),
    table(["For", `${festival.name} ${name}`], ["Sent back", money(amount, currency)], ["Order", orderId]),
    says(keeps ? `You still have ${name}.` : `With the refund, you do not have ${name}. You can go on without it.`),
    small(`Has it not arrived after 10 business days? Write to ${festival.supportEmail}, and please name the order.`),
  ]);
}

/** What the organisers tell everybody. */
export function announcement(festival: Host, text: string): Letter {
  return letter(festival, `News from ${festival.name}`, "News from the festival", [
    quote(text),
    link(pageAt("/swipe"), "Open the app"),
    support(festival),
  ]);
}

/** The closing that they were told of was taken back. */
export function closingWithdrawn(festival: Host): Letter {
  return letter(festival, `${festival.name}: the app stays open`, "The app stays open", [
    says(
      "We wrote that the app closes and that everything is deleted. That was taken back: your profile and matches are still here.",
    ),
    link(pageAt("/swipe"), "Open the app"),
    small(`When your data is deleted is always at ${pageAt("/privacy")}.`),
    support(festival),
  ]);
}

/** A message from the contact form, for the organisers. An appeal is from a suspended person. */
export function contact(
  festival: Host,
  { name, email, subject, message, appeal }: Infer<typeof storedMessage>,
): Letter {
  const [mark, from] = appeal ? ["Appeal", "From a suspended person"] : ["Contact", "From"];
  const written = letter(festival, `[${mark}] ${subject}`, subject, [
    says(`${from}: ${name} <${email}>`),
    quote(message),
  ]);
  return { ...written, replyTo: email };
}

const bought: Record<Feature, { name: string; gives: string }> = {
  unlimited_swipes: {
    name: "Gold",
    gives:
      "Swipe and undo without a daily limit. In the decks of people whom you may suit, one place in five is for Gold, and your card is " +
      "golden, with the blue tick.",
  },
  vip_boost: {
    name: "VIP",
    gives:
      "In the decks of people whom you may suit, one place in five is for VIPs, ahead of Gold, and your card wears the VIP badge.",
  },
};

function support({ supportEmail }: Host): Part {
  return small(`Questions? Write to ${supportEmail}.`);
}

function minutes(milliseconds: number): string {
  return `${milliseconds / 60_000} minutes`;
}

function times(count: number): string {
  return count === 1 ? "once more" : `${count} more times`;
}

/** Minor units as people write them: ₹99.00. */
function money(minor: number, currency: string): string {
  const amount = (minor / 100).toFixed(2);
  return currency === "INR" ? `₹${amount}` : `${amount} ${currency}`;
}

function festivalTime({ timeZone }: Host, instant: number): string {
  const there = new Date(localTime(timeZone, instant));
  const [date = "", time = ""] = there.toISOString().split("T");
  const [year, month, day] = date.split("-").map(Number);
  return `${day} ${months[(month ?? 1) - 1]} ${year}, ${time.slice(0, 5)} (festival time)`;
}

const months = "January February March April May June July August September October November December".split(" ");
