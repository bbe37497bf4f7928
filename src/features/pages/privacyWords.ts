import type { FestivalPage } from "../../../convex/shared/festivalTexts";
import { limits } from "../../../convex/shared/limits";
import type { Page } from "./page";

export const privacy = (festival: FestivalPage): Page => ({
  title: "Privacy Policy",
  lead: "What we store, why, who sees it, and when it goes.",
  updated: "2026-11-23",
  sections: [
    {
      heading: "What we store",
      body: [
        [
          "Your e-mail address, and a one-way hash of your password. Nobody, we included, can read the password from it.",
          "Your profile: name, age, gender, who you want to meet, phone number, bio, Instagram handle, drinking, smoking, hobbies, and course and year if you give them.",
          "Your photos, up to three, made anew on our server, so that the place and the device in the original files are gone. We do not keep the originals.",
          "Your swipes, likes, matches and unmatches, and how many swipes you used today.",
          "What you write to your matches, and how far you have read.",
          "Reports you make or that are made about you, with what the card showed at that time.",
          "Your orders: number, what you bought, amount, date and state. Never your card.",
          "Your sessions: when you signed in and until when that lasts.",
          "Messages you send through the contact form.",
          "Which mails you want, and on which day you last got one about a match or about messages. Those say that something happened, never who or what. Mails about new likes come only if you ask for them.",
          "If you switch notifications on: the address at which your browser's maker takes them for you, two keys that only your browser can read them with, and what you want to be told. They go when you switch them off or sign out.",
        ],
        "We do not ask for your location, your contacts or your real-time whereabouts, and the app has no way to know them.",
      ],
    },
    {
      heading: "Who sees what",
      body: [
        [
          "Members whose preferences fit yours see your name, age, gender, photos, bio, hobbies, drinking, smoking and badges.",
          "Your matches also see your Instagram handle, until one of you unmatches.",
          "Organisers of the festival can open your page, with your address, phone number and Instagram handle, to help you or to keep others safe. Each look is noted with their name. In their lists, of people as of orders, you are your name, age and photo, and of your address the first two letters and what is behind the @.",
          "If you ask the organisers for a copy of your data, they can make one, which is noted too. It leaves out what you write to your matches: only the copy that you make on your profile has that.",
          "What you write to a match is seen by the two of you. If one of you reports a message, moderators see the twenty messages around it with that report, and nothing else that you write.",
          "Moderators see a profile or a change that waits for them, with its Instagram handle, and reports. If they open a report about you they see your handle, which is noted with their name. They do not see your phone number, your e-mail address, your swipes or your matches. Organisers may do the work of moderators.",
          "No member and no moderator sees your phone number or e-mail address. With an order Cashfree Payments gets both, and our mails reach you through Resend; see below.",
          "The person you report never learns that it was you.",
        ],
      ],
    },
    {
      heading: "Who works for us",
      body: [
        [
          "Convex stores the data and runs the app.",
          "Resend delivers our mails and so handles your e-mail address and the text of the mail.",
          "If you switch notifications on, your browser's maker (Google, Apple, Mozilla or Microsoft) brings them to your phone. They travel encrypted, so that it cannot read them.",
          "Cashfree Payments takes payments. It gets your name, e-mail address and phone number with an order, because it has to know who pays.",
          "If page views are counted, it is by a Plausible-compatible collector: which page, when, and from which kind of device. No cookie, no account, no addresses with tokens or order numbers in them.",
        ],
        "We sell nothing to anybody, and there is no advertising.",
      ],
    },
    {
      heading: "Why we may",
      body: [
        "We use what you give us to do what you came for: to show you to others and others to you. You agree to that when you make a profile, and take it back by deleting your account. Reports and orders we keep because we have to: to protect people, and for the books.",
      ],
    },
    {
      heading: "How long",
      body: [
        [
          "Sign-up codes: ten minutes. Reset links: thirty minutes. Sessions: thirty days at most.",
          "A photo that you replace or leave out stops being served at once.",
          "A rejected profile and its photos are deleted when it is rejected.",
          "What you and a match write goes for both of you when one of you unmatches, blocks or reports the other, is suspended, or deletes the account. What a report keeps of it goes when a moderator has decided, or when the suspension for it ends.",
          "When you delete your account, profile, photos, likes, swipes, matches and sessions go at the same moment.",
          `If there was a block, an unmatch, an open report, a suspension or a rejection, keyed hashes of your address, handle and phone number stay for ${limits.formerLifetime / 86_400_000} days at most after you delete your account, with what happened and when, and 64 bits that tell whether a photo looks like yours. Nothing of yours can be read from them, and they go with the festival's other data if that is sooner.`,
          "If you sign up again with the same mailbox, people who were parted stay so, and a suspension and the limit of three sign-ups still hold. Two addresses are the same mailbox where the provider ignores what differs: dots at Gmail, or a + and what follows it. The same handle, phone number or a similar photo only tells moderators to look twice: nobody is refused or hidden for it by itself.",
          "An open report about you stays until a moderator has decided on it, with what your card showed; a closed one goes with your account.",
          "A mail or a notification on its way waits until it is taken, a day at most, and is then deleted with us. Which kind of mail you got and when is kept as long as your account.",
          "Messages through the contact form: thirty days, or until you delete your account.",
          "A log for emergencies, of what was done by and to which account, in account numbers only: ninety days, or until the rest is deleted.",
          "Of an order stays what the law wants: number, amount and date, with no person.",
          `After the festival (${festival.period}) the rest is deleted, on ${festival.erasing}, also what is named above with a longer time, and backups with it; of orders, the part that the law wants stays. The organisers may choose another day, which then stands here, but none after ${festival.erasingLatest}. We tell you before. Some days before it the app closes, and until it you can download your data.`,
        ],
      ],
    },
    {
      heading: "Your rights",
      body: [
        `You can see and change your data on your profile and delete it there. A copy of it is on your profile too. For a correction, a complaint or a copy by mail, which has no chats, write to ${festival.supportEmail}; we answer within 48 hours. You may also complain to the Data Protection Board of India.`,
        "You must be 18 or older to use the app. If you know of a younger person here, tell us and we remove the account.",
      ],
    },
    {
      heading: "How we protect it",
      body: [
        "Everything travels encrypted. Passwords are hashed with a slow function. Guessing codes and passwords is slowed down. Every request is checked on the server for who asks. Addresses of photos cannot be guessed and stop working when the photo is gone.",
      ],
    },
  ],
});
