import { limits } from "../../../../convex/shared/limits";
import { features, products, type Feature } from "../../../../convex/shared/prices";

export const words = {
  title: "Festival",
  fresh: "No one has saved settings yet. These are the values the app was installed with. Save to make them yours.",
  what: "Basics",
  name: "Name",
  nameHint: `At most ${limits.festivalNameMax} characters, including spaces. It appears in every e-mail and on every page.`,
  edition: "Edition",
  editionHint: "For example, 2030. Optional.",
  when: "When and where",
  firstDay: "First day",
  lastDay: "Last day",
  lastDayHint: "It ends at four the next morning.",
  timeZone: "Time zone",
  timeZoneHint: "For example, Asia/Kolkata.",
  helpPoint: "Help point",
  helpPointHint: "Where people can get help at the festival. Matches see it.",
  supportEmail: "Support address",
  socialUrl: "Social page",
  socialUrlHint: "An address that starts with https://. Optional.",
  appearance: "Appearance",
  line: "Your line on the front page",
  accent: "Accent",
  accents: { sunset: "Sunset", orchid: "Orchid", lagoon: "Lagoon", lime: "Lime" },
  picture: "Picture",
  pictureText:
    "A picture for the front page and for shared links. JPEG, PNG or WebP, under 3 MB, wider than it is tall.",
  pictureNow: "Current picture",
  choosePicture: "Choose a picture",
  chooseOther: "Choose another",
  pictureComing: "Uploading…",
  removePicture: "Remove the picture",
  pictureTooLarge: "Image size should be less than 3MB",
  pictureUpload: { success: "Everyone sees it now.", failure: "Failed to change the picture" },
  pictureRemoval: { success: "Picture removed", failure: "Failed to change the picture" },
  whatIsOpen: "Sign-ups and sales",
  signUps: "Sign-ups",
  signUpKinds: { open: "Open", between: "Scheduled", closed: "Closed" },
  from: "From",
  until: "Until",
  localHint: "Festival time.",
  sales: "Gold and VIP",
  /** The prices are fixed, because the static pages and the terms name them too. */
  pricesHint: (costs: Record<Feature, string>) =>
    `Gold costs ${features.map((feature, i) => (i === 0 ? "" : `${products[feature].name} `) + costs[feature]).join(", ")}, once for the festival. Without Gold, people get ${limits.swipesPerDay} swipes a day. These are fixed.`,
  salesKinds: { open: "On sale", closed: "Not on sale" },
  endHint: "Sign-ups and sales close automatically after the last day.",
  save: "Save for everyone",
  saving: { success: "Saved. Everyone sees it now.", failure: "Failed to save the settings" },
  saveQuestion: "Save this for everyone?",
  saveConfirm: "Yes, save it",
  daysPast: "These days are in the past, so the festival is over for everyone.",
  closingFollows: (told: string, closed: string, erased: string) =>
    `Members are told on ${told}, the app closes on ${closed}, and all accounts are deleted on ${erased}.`,
  closingWithdrawn:
    "Members were told that the app closes. Saving cancels that, and everyone who got the e-mail gets a correction.",
  signUpsStop: "Sign-ups stop now.",
  salesStop: "Sales of Gold and VIP stop now. Buyers keep what they have.",

  preview: "Preview",
  previewText: "How the front page and a card will look.",

  history: "Changes",
  noChanges: "Nobody has changed anything yet.",
  nothing: "nothing",
} as const;

/** Labels of the settings, for the list of changes. */
export const fieldNames: Record<string, string> = {
  name: words.name,
  edition: words.edition,
  firstDay: words.firstDay,
  lastDay: words.lastDay,
  timeZone: words.timeZone,
  helpPoint: words.helpPoint,
  supportEmail: words.supportEmail,
  socialUrl: words.socialUrl,
  line: "Line",
  accent: words.accent,
  picture: words.picture,
  signUps: words.signUps,
  signUpsFrom: "Sign-ups from",
  signUpsUntil: "Sign-ups until",
  sales: words.sales,
  announcement: "Announcement",
};

/** Labels of the values, for the same list. */
export const valueNames: Record<string, Record<string, string>> = {
  accent: words.accents,
  signUps: words.signUpKinds,
  sales: words.salesKinds,
};
