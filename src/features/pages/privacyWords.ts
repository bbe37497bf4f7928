import type { FestivalPage } from "../../../convex/shared/festivalTexts";
import { limits } from "../../../convex/shared/limits";
import { section, type Page } from "./page";
import { DAY } from "../../../convex/shared/durations";

export const privacy = (festival: FestivalPage): Page => ({
  title: "Privacy Policy",
  lead: "What we store, why, who sees it, and when we delete it.",
  updated: "2026-11-24",
  sections: [
    section(
      "What we store",
      [
        "Your e-mail address, and a one-way hash of your password. No one can read the password from it, not even us.",
        "Your profile: name, age, gender, who you want to meet, phone number, bio, Instagram handle, drinking, smoking, hobbies, and course and year if you give them.",
        "Up to three photos. Our server makes new files of them, without the place and device stored in the originals. We do not keep the originals.",
        "Your swipes, likes, matches and unmatches, and how many swipes you used today.",
        "What you write to your matches, and how far you have read.",
        "Reports you make or that are made about you, with what the card showed at that time.",
        "Your orders: number, what you bought, amount, date and status. Never your card.",
        "Your sessions: when you signed in and how long that lasts.",
        "Messages you send through the contact form.",
        "Which e-mails you want, and the day you last got one about a match or about messages. Those say that something happened, never who or what. E-mails about new likes come only if you ask for them.",
        "If you turn on notifications: the address where your browser's maker receives them for you, two keys so that only your browser can read them, and which ones you want. We delete these when you turn notifications off or sign out.",
      ],
      "We do not ask for your location or your contacts, and the app has no way to find them out.",
    ),
    section("Who sees what", [
      "Members whose preferences fit yours see your name, age, gender, photos, bio, hobbies, drinking, smoking and badges.",
      "Your matches also see your Instagram handle, until one of you unmatches.",
      "Organisers of the festival can open your page, with your address, phone number and Instagram handle, to help you or to keep others safe. Each visit is logged with their name. Their lists of people and orders show your name, age and photo, the first two letters of your address and the part after the @.",
      "If you ask the organisers for a copy of your data, they can make one, which is logged too. It leaves out what you write to your matches: only the copy that you download from your profile includes those messages.",
      "Only the two of you see what you write to a match. If one of you reports a message, moderators see the twenty messages around it with that report, and nothing else that you write.",
      "Moderators see profiles and changes that are waiting for a decision, with the Instagram handle, and they see reports. If they open a report about you, they see your handle, which is logged with their name. They do not see your phone number, your e-mail address, your swipes or your matches. Organisers may do the work of moderators.",
      "No member and no moderator sees your phone number or e-mail address. With an order, Cashfree Payments gets both, and our e-mails reach you through Resend; see below.",
      "The person you report never learns that it was you.",
    ]),
    section(
      "Who works for us",
      [
        "Convex stores the data and runs the app.",
        "Resend delivers our e-mails, so it handles your e-mail address and the text of each e-mail.",
        "If you switch notifications on, your browser's maker (Google, Apple, Mozilla or Microsoft) delivers them to your phone. They are encrypted, so it cannot read them.",
        "Cashfree Payments takes payments. It gets your name, e-mail address and phone number with an order, because it has to know who pays.",
        "If we count page views, a Plausible-compatible collector does it: which page, when, and from which kind of device. No cookie, no account, no addresses with tokens or order numbers in them.",
      ],
      "We do not sell your data, and there is no advertising.",
    ),
    section(
      "Why we may use your data",
      "We use what you give us to do what you came for: to show you to others and others to you. You agree to that when you create a profile, and you withdraw your consent by deleting your account. We keep reports and orders because we have to: to protect people, and for our books.",
    ),
    section("How long", [
      "Sign-up codes: ten minutes. Reset links: thirty minutes. Sessions: thirty days at most. A suspension ends them at once.",
      "A photo that you replace or leave out stops being served at once.",
      "A rejected profile and its photos are deleted when it is rejected.",
      "Your messages with a match are deleted for both of you when one of you unmatches, blocks or reports the other, is suspended, or deletes the account. The messages kept with a report are deleted when a moderator has decided, or when the suspension for it ends.",
      "When you delete your account, we delete profile, photos, likes, swipes, matches and sessions at the same moment.",
      `If there was a block, an unmatch, an open report, a suspension or a rejection, keyed hashes of your address, handle and phone number stay for ${limits.formerLifetime / DAY} days at most after you delete your account, with what happened and when, and 64 bits that tell whether a photo looks like yours. No one can read your data from them, and they are deleted with the festival's other data if that is sooner.`,
      "If you sign up again with the same mailbox, people who were separated stay separated, and a suspension and the limit of three sign-ups still hold. Two addresses are the same mailbox if their provider ignores the difference, such as dots at Gmail, or a + and what follows it. The same handle or phone number, or a similar photo, only tells moderators to look twice. That alone never gets anyone refused or hidden.",
      "An open report about you stays until a moderator has decided on it, with what your card showed. A closed one is deleted with your account.",
      "An e-mail or notification on its way waits until it is accepted, for a day at most. Then we delete it. We keep which kind of e-mail you got and when, as long as your account exists.",
      "Messages through the contact form: thirty days, or until you delete your account.",
      "A log for emergencies. It says what one account did to another, and has account numbers only: ninety days, or until the rest is deleted.",
      "Orders: we keep only what the law requires, which is number, amount and date, without your name.",
      `After the festival (${festival.period}) we delete the rest on ${festival.erasing}, including backups and everything with a longer time above. We keep only the part of orders that the law requires. The organisers may choose another day, no later than ${festival.erasingLatest}. It is then shown here. We tell you in advance. The app closes some days before, and you can download your data until the deletion.`,
    ]),
    section(
      "Your rights",
      `You can see and change your data on your profile and delete it there. You can download a copy there too. For a correction, a complaint or a copy by e-mail, which has no chats, write to ${festival.supportEmail}; we reply within 48 hours. You may also complain to the Data Protection Board of India.`,
      "You must be 18 or older to use the app. If you know of a younger person here, tell us and we remove the account.",
    ),
    section(
      "How we protect it",
      "Everything travels encrypted. Passwords are hashed with a slow function. Guessing codes and passwords is slowed down. The server checks who makes each request. Addresses of photos cannot be guessed and stop working when the photo is gone.",
    ),
  ],
});
