import { limits } from "../../../convex/shared/limits";

export const ownWords = {
  ages: (min: number, max: number) => (min === max ? `Age ${min}` : `Ages ${min} to ${max}`),
  agesSeen: "Only you see this.",
  /** A single digit becomes an ordinal ("2nd year"). Other text stays as written. */
  yearOf: (year: string) => (/^[1-9]$/.test(year) ? `${year}${ordinals[Number(year)] ?? "th"} year` : year),
  underReview: "Profile Under Review",
  underReviewText: "A moderator checks every new profile. This page updates as soon as yours is decided.",
  reviewMail: (email: string) => `You can close this page. We'll also e-mail you at ${email}.`,
  reviewTakes: (time: string) => `Right now it takes about ${time}.`,
  reviewUsual: "It usually takes less than an hour.",
  reviewSlow: "Right now it takes more than an hour. Nothing is lost.",
  correct: "Correct your profile",
  approvedWithChanges: "Your profile is approved. Your changes are not sent yet.",
  rejected: "Profile Rejected",
  rejectedText: "A moderator did not approve your profile.",
  mayReturn: "You may sign up again.",
  mayNotReturn: (address: string) =>
    `This address cannot sign up again. Write to ${address} if you think this is a mistake.`,
  suspended: "Profile Suspended",
  suspendedAt: (time: string) => `Since ${time}`,
  suspendedText:
    "A moderator has suspended your profile. No one sees it, and you can't swipe or see your matches. We keep everything you have here for now.",
  suspendedAnswerText: "If you think this is a mistake, reply. A person reads it and answers by e-mail.",
  suspendedReason: "What the moderator wrote",
  answer: "Reply",

  profile: "Profile",
  gold: "Gold",
  aboutMe: "About",
  swipes: "Daily Swipes",
  swipesLeft: (left: number) => `${left} of ${limits.swipesPerDay}`,
  swipesReset: (time: string) => `Five new ones at ${time}`,
  instagram: "Instagram",
  waitingForReview: "Waiting for review",
  changeWaiting: "This is your new version. A moderator checks it first. Until then people see your previous version.",
  seenNow: "What People See Now",
  signOut: "Sign Out",
  signOutQuestion: "Sign out now?",
  signOutLoses: (messages: number, swipes: number) => {
    const unsent = [...counted(messages, "message"), ...counted(swipes, "swipe")].join(" and ");
    return messages + swipes === 1
      ? `${unsent} is not sent yet. It will be lost.`
      : `${unsent} are not sent yet. They will be lost.`;
  },
  stay: "Stay",
  signedOut: "Signed out successfully",
  signOutFailed: "Failed to sign out",

  getGold: "Get Gold",
  vipBoost: "VIP Boost",
  atFestivalFirst: "People at the festival first",
  atFestivalFirstHint: "They come up first in your deck. No one is left out.",
  mailNotices: "E-mail me when I have a new match or unread messages",
  mailNoticesHint: "Only if none of your devices shows notifications. At most once a day for each, and never at night.",
  mailsOff: "These e-mails are off",
  mailsOffText:
    "We won't e-mail you about matches, messages or likes. You can switch these e-mails back on in your profile.",
  mailsOffWait: "Switching the e-mails off…",
  mailsOffFailed: "The e-mails could not be switched off",
  mailsOffFailedText: "Check your connection and try again.",
  mailsOffNoToken: "This link is incomplete",
  mailsOffNoTokenText: "Open it again from the e-mail, or switch the e-mails off in your profile.",
  tryAgain: "Try Again",
  toProfile: "Open My Profile",
  mailLikes: "E-mail me about new likes",
  mailLikesHint: "Once a day at most. It never says who.",
  mailFailed: "Failed to update profile",

  asOthers: "How I Look to Others",
  premium: "PREMIUM",

  ownData: "Your data",
  ownDataText: "One file with everything you entered, did and wrote, and your photos. It has nothing about others.",
  downloadData: "Download my data",
  dataSaved: "The file is in your downloads",
  dataFailed: "Failed to get your data",
  danger: "Danger Zone",
  dangerText: "Deleting your account also deletes your profile, photos, likes and matches. You can't undo it.",
  deleteAccount: "Delete Account",
  closed: "See you next time",
  closedText: (erasing: string) =>
    `Thank you for being here. The app is closed. You can download your data until it is deleted on ${erasing}, or delete it now.`,
  deleteNow: "Delete now",
  deleteQuestion: "Delete your account?",
  deleteText: "Everything goes at once, for you and for your matches.",
  deleteBought: (bought: string) => `What you paid for goes too: ${bought}.`,
  deletePhrase: (phrase: string) => `Type "${phrase}"`,
  typePhrase: (phrase: string) => `Please type "${phrase}" to confirm`,
  deleteForGood: "Delete for good",
  keepAccount: "Keep my account",
  deleted: "Account deleted successfully",
  deleteFailed: "Failed to delete account",
} as const;

const ordinals: Record<number, string> = { 1: "st", 2: "nd", 3: "rd" };

/** Returns "1 swipe" or "2 swipes". Empty for none. */
function counted(count: number, noun: string): string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? noun : `${noun}s`}`];
}
