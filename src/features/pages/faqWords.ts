import type { FestivalPage } from "../../../convex/shared/festivalTexts";
import { section, type Page } from "./page";

export const faq = (festival: FestivalPage): Page => ({
  title: "Frequently asked questions",
  lead: "Short answers. For anything else, write to us.",
  sections: [
    section(
      "Who can join?",
      "Anyone who attends the festival and is 18 to 30 years old. You do not have to study at the college or be an engineer.",
    ),
    section(
      "Why is my profile under review?",
      "A moderator looks at every new profile. It usually takes less than an hour while the festival is on. The page you are waiting on updates by itself. You do not have to reload it.",
      "A rejected profile is deleted. If the moderator gave a reason, we tell you. You may sign up again with the same address, three times at most.",
    ),
    section(
      "How do matches work?",
      "Swipe right to like, left to pass. When two people like each other it is a match, and each sees the other's Instagram handle.",
      "People who already like you are under Pending Likes, for free. Answering them does not cost a swipe.",
      "Either of you can unmatch at any time. It ends for both at once, and you will not be shown to each other again.",
    ),
    section(
      "How do I hear about a match or a message?",
      "Turn on notifications on your profile. If none of your devices shows them, we e-mail you: at most once a day about a match you haven't seen, and once about an unread message. We send nothing between four and ten in the morning. The e-mail does not say who it was.",
      "The last line of each e-mail turns these e-mails off with one tap. You can also turn them off on your profile.",
    ),
    section(
      "How many swipes do I have?",
      "Five a day, likes and passes alike. The day starts at four in the morning, festival time, because that is when the night ends. Gold members swipe without a limit.",
      "You can take back your last swipe three times a day, or as often as you like with Gold. That works until the other person has looked at their likes, or until it's a match.",
    ),
    section(
      "What do Gold and VIP do?",
      "Gold: unlimited swipes, priority placement, enhanced visibility, a blue tick and a golden glowing card. SuperLike is upcoming.",
      "VIP: your profile is featured at the top of everyone's swipe queue, with a VIP badge.",
      "Both are bought once and last for the festival. Neither renews.",
    ),
    section(
      "Who sees my phone number, my e-mail and my handle?",
      "No member and no moderator sees your phone number or e-mail address. If you buy Gold or VIP, Cashfree Payments gets both with the order, because it has to know who pays. The moderators who approve your profile see your Instagram handle. So do your matches, as long as they are matches.",
    ),
    section(
      "Can I change my profile later?",
      "Yes. Hobbies, drinking, smoking, course, year and who you want to meet change at once. A moderator checks a new name, age, bio, handle or photo first. Until then others see the old version. Removing or reordering photos shows at once.",
    ),
    section(
      "Someone is rude or makes me feel unsafe. What can I do?",
      "If you are in danger, go to the nearest steward or police post first.",
      `Then open their card, press the info button and report them. You stop seeing them at once, and a moderator checks your report. You can also write to ${festival.supportEmail}.`,
    ),
    section(
      "How do I delete my account?",
      "On your profile, at the bottom, under Danger Zone. We delete your account at once, with your profile, photos, likes and matches. This can't be undone. Your matches stop seeing you at the same moment.",
    ),
  ],
});
