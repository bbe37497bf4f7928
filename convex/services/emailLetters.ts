/** The text of every mail except those in `emailNotices.ts`. */
import type { Infer } from "convex/values";
import { localTime } from "../shared/festival";
import { limits } from "../shared/limits";
import { products, type Feature } from "../shared/prices";
import type { storedMessage } from "../validators/common";
import type { mailTry } from "../validators/mail";
import {
  code,
  letter,
  link,
  pageAt,
  quote,
  paragraph,
  small,
  table,
  type Host,
  type Letter,
  type Part,
} from "./emailLayout";
import { HOUR } from "../shared/durations";

type Mail = Infer<typeof mailTry>["mail"];
type Receipt = Omit<Extract<Mail, { kind: "receipt" }>, "kind" | "userId">;
type Refund = Omit<Extract<Mail, { kind: "refund" }>, "kind" | "userId">;
type Invitation = Extract<Mail, { kind: "invitation" }>;
type Rejection = Omit<Extract<Mail, { kind: "rejection" }>, "kind" | "userId">;

/**
 * A sign-up code, and a link that works without it. The subject begins with the code, so a phone shows it in the notification.
 * Address and token are in the URL fragment, which browsers do not send to servers.
 */
export function signUpCode(festival: Host, email: string, digits: string, token: string): Letter {
  const fragment = new URLSearchParams({ signUp: token, email }).toString();
  return letter(festival, `${digits} is your ${festival.name} code`, "Your sign-up code", [
    code(digits),
    paragraph(`Use this code to sign up for ${festival.name}. It expires in ${minutes(limits.codeLifetime)}.`),
    paragraph(
      `Or open this link, and you won't need the code. It works once and expires in ${minutes(limits.signUpLinkLifetime)}.`,
    ),
    link(pageAt(`/auth#${fragment}`), "Sign up"),
    small("Never share it. We will never ask you for it."),
    small("If you didn't ask for this code, ignore this e-mail."),
  ]);
}

export function reset(festival: Host, token: string): Letter {
  return letter(festival, `Reset your ${festival.name} password`, "Choose a new password", [
    paragraph(
      `Open this link to choose a new password. It works once and expires in ${minutes(limits.resetLifetime)}.`,
    ),
    link(pageAt(`/reset-password/${token}`), "Choose a new password"),
    small("If you didn't ask for it, ignore this e-mail. Your password stays the same."),
  ]);
}

/**
 * A link that makes its reader a member of the staff, or lets a member choose a new password. The token is in the URL fragment,
 * which browsers send to no server and in no referrer.
 */
export function invitation(festival: Host, token: string, { of, isNew }: Pick<Invitation, "of" | "isNew">): Letter {
  const hours = limits.invitationLifetime / HOUR;
  const kind = of === "organiser" ? "an organiser" : "a moderator";
  const [subject, title] = isNew
    ? [`You are invited to help run ${festival.name}`, `You are invited as ${kind}`]
    : [`Choose a new ${festival.name} staff password`, "Choose a new password"];
  return letter(festival, subject, title, [
    paragraph(`Open this link to choose a password. It works once and expires in ${hours} hours.`),
    link(pageAt(`/staff#${token}`), "Choose a password"),
    small(
      "Never share this link: the first person to open it gets in. Not expected? Ignore this e-mail and tell the organisers.",
    ),
  ]);
}

export function approval(festival: Host): Letter {
  return letter(festival, `Your ${festival.name} profile is approved`, "You're in", [
    paragraph("A moderator has approved your profile. Other members can see it now, and you can swipe."),
    link(pageAt("/swipe"), "Start swiping"),
    support(festival),
  ]);
}

export function rejection(festival: Host, { of, reason, signUpsLeft }: Rejection): Letter {
  const why = reason === undefined ? [] : [paragraph("The moderator wrote:"), quote(reason)];
  if (of === "change") {
    return letter(
      festival,
      `Your change to your ${festival.name} profile was not approved`,
      "Your change was not approved",
      [
        paragraph("Other members still see your profile without the change."),
        ...why,
        link(pageAt("/edit-profile"), "Edit your profile"),
        support(festival),
      ],
    );
  }
  return letter(festival, `Your ${festival.name} profile was not approved`, "Your profile was not approved", [
    paragraph(
      "A moderator looked at your profile and did not approve it. The profile and its photos have been deleted.",
    ),
    ...why,
    ...(signUpsLeft === undefined ? [] : nextSignUp(signUpsLeft)),
    support(festival),
  ]);
}

/** Returns the paragraphs of a rejection about signing up again. */
function nextSignUp(signUpsLeft: number): Part[] {
  if (signUpsLeft === 0) return [paragraph("This address cannot sign up again.")];
  return [
    paragraph(`You may sign up again with this address, ${times(signUpsLeft)}.`),
    link(pageAt("/auth"), "Sign up again"),
  ];
}

export function suspension(festival: Host, reason: string): Letter {
  return letter(festival, `Your ${festival.name} profile is suspended`, "Your profile is suspended", [
    paragraph("A moderator has suspended your profile. Nobody sees it, and you can't swipe or see your matches."),
    paragraph("The moderator wrote:"),
    quote(reason),
    paragraph("If you think this is a mistake, sign in and use the form to reply."),
    link(pageAt("/moderation-pending"), "Reply"),
    support(festival),
  ]);
}

export function restoration(festival: Host): Letter {
  return letter(festival, `Your ${festival.name} profile is back`, "Your profile is back", [
    paragraph("A moderator has ended your suspension. People see you again, and you can swipe."),
    link(pageAt("/swipe"), "Open the app"),
    support(festival),
  ]);
}

/** An organiser turned off the second factor of a member of the staff. `by`: that organiser's address. */
export function secondFactorOff(festival: Host, by = "An organiser"): Letter {
  return letter(festival, `Your ${festival.name} second factor was turned off`, "Your second factor was turned off", [
    paragraph(`${by} turned it off on the staff list. Now your password alone is enough to sign in.`),
    link(pageAt("/staff/security"), "Set it up again"),
    small("You didn't ask for it? Choose a new password and tell another organiser."),
  ]);
}

export function receipt(festival: Host, { feature, amount, currency, orderId, paidAt }: Receipt): Letter {
  const { name } = products[feature];
  return letter(festival, `Your receipt for ${name}`, `Thank you. You have ${name}.`, [
    paragraph(benefits[feature]),
    table(
      ["For", `${festival.name} ${name}`],
      ["Paid", money(amount, currency)],
      ["On", festivalTime(festival, paidAt)],
      ["Order", orderId],
    ),
    paragraph("You paid once. It lasts for the festival and does not renew, so you won't be charged again."),
    small(
      `Refunds: ${pageAt("/refund-cancellation")}. Please include the order number when you write to ${festival.supportEmail}.`,
    ),
  ]);
}

/** A buyer's money goes back. */
export function refund(festival: Host, { feature, amount, currency, orderId, keeps }: Refund): Letter {
  const { name } = products[feature];
  return letter(festival, `Your refund for ${name}`, "Your money is on its way back", [
    paragraph("The payment provider sends your money back the way you paid. Banks usually take 7 to 10 business days."),
    table(["For", `${festival.name} ${name}`], ["Sent back", money(amount, currency)], ["Order", orderId]),
    paragraph(
      keeps ? `You still have ${name}.` : `The refund ends your ${name}. You can keep using the app without it.`,
    ),
    small(`Not there after 10 business days? Write to ${festival.supportEmail} and include the order number.`),
  ]);
}

/** `isClosing`: it says when the app closes and everything is deleted. */
export function announcement(festival: Host, { text, isClosing }: { text: string; isClosing: boolean }): Letter {
  const [subject, title] = isClosing
    ? [`${festival.name} is closing: download your data`, "The app is closing"]
    : [`News from ${festival.name}`, "News from the festival"];
  return letter(festival, subject, title, [quote(text), link(pageAt("/swipe"), "Open the app"), support(festival)]);
}

export function closingWithdrawn(festival: Host): Letter {
  return letter(festival, `${festival.name}: the app stays open`, "The app stays open", [
    paragraph(
      "We told you that the app would close and everything would be deleted. The organisers have changed that: your profile and matches are still here.",
    ),
    link(pageAt("/swipe"), "Open the app"),
    small(`You can always see when your data will be deleted: ${pageAt("/privacy")}.`),
    support(festival),
  ]);
}

/** A message from the contact form, for the organisers. An appeal comes from a suspended person. */
export function contact(
  festival: Host,
  { name, email, subject, message, appeal }: Infer<typeof storedMessage>,
): Letter {
  const [mark, from] = appeal ? ["Appeal", "From a suspended person"] : ["Contact", "From"];
  const written = letter(festival, `[${mark}] ${subject}`, subject, [
    paragraph(`${from}: ${name} <${email}>`),
    quote(message),
  ]);
  return { ...written, replyTo: email };
}

const benefits: Record<Feature, string> = {
  unlimited_swipes:
    "Swipe and undo without a daily limit. In the decks of people you fit, one card in five is for Gold. Your card is " +
    "golden and has the blue tick.",
  vip_boost:
    "In the decks of people you fit, one card in five is for VIPs, ahead of Gold. Your card has the VIP badge.",
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

/** Formats minor units: ₹99.00. */
function money(minor: number, currency: string): string {
  const amount = (minor / 100).toFixed(2);
  return currency === "INR" ? `₹${amount}` : `${amount} ${currency}`;
}

function festivalTime({ timeZone }: Host, instant: number): string {
  const local = new Date(localTime(timeZone, instant));
  const [date = "", time = ""] = local.toISOString().split("T");
  const [year, month, day] = date.split("-").map(Number);
  return `${day} ${months[(month ?? 1) - 1]} ${year}, ${time.slice(0, 5)} (festival time)`;
}

const months = "January February March April May June July August September October November December".split(" ");
