import type { FestivalPage } from "../../../convex/shared/festivalTexts";
import { section, type Page } from "./page";

export const terms = (festival: FestivalPage): Page => ({
  title: "Terms of Service",
  lead: "What you can expect from us, and what we and everyone else here expect from you.",
  updated: "2026-11-24",
  sections: [
    section(
      "Who may use it",
      `${festival.name} is for attendees of the festival, ${festival.period}. You must be at least 18 years old, and the app is meant for people up to 30. You must be a real person, use your own name and your own photos, and hold one account.`,
      "You may not use it if we removed you before, unless we told you that you may come back.",
    ),
    section(
      "Your account",
      "You sign up with an e-mail address that you can read, and a password that you keep to yourself. You are responsible for what is done with your account. If you think someone else knows your password, reset it: that ends every other session.",
    ),
    section(
      "Your profile",
      "A moderator looks at a profile before others do. We may reject one that shows someone else, a minor, nudity, violence, drugs or weapons, hatred, advertising, or contact details outside of the field for your Instagram handle.",
      "What you put on your profile stays yours. You allow us to store it and to show it to other members, for as long as you have an account and for nothing else.",
    ),
    section(
      "How we treat each other",
      [
        "A match is an invitation to talk. It is not consent to anything else.",
        "No is an answer, and so is silence.",
        "Do not harass, threaten, stalk, insult, impersonate or deceive anyone.",
        "Do not ask people for money, sell things or recruit.",
        "Do not collect or publish what you see here, and do not show anyone's profile to people outside.",
        "Do not use programs to swipe, to read profiles in bulk or to get around a limit.",
      ],
      "Reports are read by moderators. A profile that three different people reported is hidden until a moderator has looked. We may suspend or remove an account that breaks these terms, at once where people need protection.",
    ),
    section(
      "Gold and VIP",
      `Gold and VIP are bought once, at the price shown on the button, in Indian rupees. They last for the duration of the festival, ${festival.period}. There is no subscription, nothing renews, and your card is not charged again. After the last day nothing is sold.`,
      "Payment is handled by Cashfree Payments on its own page; we never see your card. The Refund and Cancellation page says when you get your money back.",
      "Neither makes a match more likely to say yes, and neither puts you above these terms.",
    ),
    section(
      "What we do not promise",
      "We look at profiles, but we do not check identities, and we cannot promise that people are who they say they are. Meet in a public place, tell a friend, and leave when you want to.",
      "The app is run by one person for one festival. We do our best to keep it up, but it may be slow or unavailable, especially when the network at the festival is.",
      "As far as the law allows, we are not liable for what members do to each other, nor for indirect loss. Nothing here limits rights that the law gives you as a consumer.",
    ),
    section(
      "When it ends",
      `You may delete your account at any time from your profile. After the festival we close the app, and on ${festival.erasing} we delete what is left; the Privacy Policy says more.`,
      "If we change these terms in a way that matters, we say so in the app before the change applies. These terms follow the law of India.",
    ),
    section("Contact", `Write to ${festival.supportEmail} or use the contact form.`),
  ],
});
