import type { FestivalPage } from "../../../convex/shared/festivalTexts";
import { section, type Page } from "./page";

export const about = (festival: FestivalPage): Page => ({
  title: "About",
  lead: "A small app for one festival and the people who are at it.",
  sections: [
    section(
      "Why it exists",
      `Every edition brings thousands of people to the same few lawns, and most of them go home having talked to the friends they came with. ${festival.name} is for the others: the one who laughed at the same line, who was at the same late set, who also came alone.`,
      "You say who you are in five lines and up to three photos. If two people like each other, both see the other's Instagram handle. Everything after that is up to you, and happens somewhere better than an app.",
    ),
    section(
      "Who makes it",
      "An anonymous solo developer built it, for the festival and not for an investor. There is no company behind it and no advertising in it.",
      "It is open to every attendee from 18 to 30, not only to engineering students.",
    ),
    section(
      "Who pays for it",
      "Gold and VIP pay for the servers and the e-mails. Each is bought once, lasts for the festival and never renews. You don't need either to meet someone.",
    ),
    section(
      "How we keep it kind",
      "A moderator looks at every profile before anyone else does, and again when its name, age, gender, bio, handle or photo changes.",
      "You can report anyone from their card. You stop seeing them at once, the two of you cannot match, and the person never learns who reported them.",
      "No member and no moderator sees your phone number or e-mail address. The payment provider gets them only if you buy Gold or VIP. Your Instagram handle is shown to the moderators, who review it, and to your matches, for as long as they are matches.",
    ),
  ],
});
