export const words = {
  title: "Close",
  lead: "After the festival every account is deleted. This happens automatically, on the day the privacy page promises.",
  leadDone: "Every account has been deleted. To run another festival, save its days above. That opens the app again.",
  noDays: "Save the festival's days first. Without a last day, nothing closes automatically.",
  stages: {
    planned: "Planned",
    announced: "Announced",
    stopped: "App closed",
    erasing: "Deleting",
    done: "All deleted",
  },
  dates: {
    announced: "We tell the members",
    stopped: "The app closes",
    erased: "All accounts are deleted",
  },
  datesText: {
    announced: "A ribbon in every open app, an e-mail and a notification.",
    stopped: "No swipes and no chat. Members can still download their data or delete their account.",
    erased:
      "We delete profiles, photos, likes, matches, messages and accounts. We keep orders without names, the staff and the settings.",
  },
  done: (when: string) => `Done ${when}`,
  leftOut: "Left out",
  announcement: { success: "Everyone is being told", failure: "Failed to tell them" },
  announce: {
    title: "Tell everyone now?",
    description:
      "They get a ribbon, an e-mail and a notification. These say when the app closes and how long they can download their data.",
    confirm: "Tell them now",
  },

  day: "Day of deletion",
  dayHint: (latest: string) => `No later than ${latest}: the privacy page promises it.`,
  tooLate:
    "The last day the privacy page promises has passed, so you can't choose another. If the festival's days are wrong, correct them above.",
  save: "Save the day",
  saving: { success: "Day saved", failure: "Failed to save the day" },
  soonerQuestion: "Delete everyone sooner?",
  soonerText: (day: string) =>
    `Every account is deleted on ${day}. We tell members at once. They have less time to download their data.`,

  now: "Delete now",
  announceFirst: "Tell everyone first. You can delete the accounts a day later, once the festival is over.",
  notYet: (when: string) => `Possible from ${when}: a day after everyone was told, once the festival is over.`,
  begin: "Delete everyone now",
  beginQuestion: "Delete everyone now?",
  beginText: "Members are signed out within seconds, and everything they have here is deleted. You can't undo it.",
  beginning: { success: "Deleting has begun", failure: "Failed to begin" },

  progress: "Proof",
  phases: {
    count: "Counting everything",
    erase: "Deleting",
    check: "Counting and checking what's left",
    done: "Done",
  },
  percent: (part: number) => `${part} %`,
  accountsGone: (count: string) => `Member accounts deleted: ${count}.`,
  filesGone: (count: string) => `Photos and other files deleted: ${count}.`,
  ordersStay: (count: string) => `Orders kept, without names: ${count}.`,
  found: (picked: number, texts: string) =>
    `Before deleting, we picked ${picked} names, handles, addresses, phone numbers and photos at random. We searched the ${texts} remaining texts for them and found none.`,
  foundSome: (found: number, tables: string) =>
    `Values found: ${found}, in: ${tables}. Check these before you rely on the deletion.`,
  left: (count: number) => `${count} rows that should be deleted are still there.`,
  noneLeft: "Everything that should be deleted is gone.",
  backups:
    "Backups still hold the people who were in them. Delete your earlier backups and your host's logs. On your own machine, npm run close does this for you.",
  allTables: "All tables",
  table: "Table",
  before: "Before",
  erased: "Deleted",
  after: "After",
  why: "What stays",
  files: "stored files",
} as const;
