/** Every sentence of /organiser/close. */
export const words = {
  title: "Close",
  lead: "When the festival is over everybody is deleted. The privacy page promises the day, and it comes by itself.",
  leadDone: "Everybody is deleted. For a next festival save its days under Festival: the app opens again.",
  noDays: "Save the festival's days first. Without a last day nothing closes by itself.",
  stages: {
    planned: "Planned",
    announced: "Announced",
    stopped: "App closed",
    erasing: "Deleting",
    done: "Everybody is deleted",
  },
  dates: {
    announced: "Members are told",
    stopped: "The app closes",
    erased: "Everybody is deleted",
  },
  datesText: {
    announced: "A ribbon in every open app, a mail and a notification.",
    stopped: "No swipes and no chat. Who comes can download their data or delete their account at once.",
    erased:
      "Profiles, photos, likes, matches, messages and accounts go. Orders without names, the staff and the settings stay.",
  },
  done: (when: string) => `Done ${when}`,
  leftOut: "Left out",
  announce: "Tell them now",
  announceQuestion: "Tell everybody now?",
  announceText:
    "They get a ribbon, a mail and a notification that says when the app closes and until when they can download their data.",
  announced: "Everybody is being told",
  announceFailed: "Failed to tell them",

  day: "Day of deletion",
  dayHint: (latest: string) => `${latest} at the latest: the privacy page promises it.`,
  tooLate:
    "The last day that the privacy page promises is past, so no other day can be chosen. If these are not the days of your festival, save the right ones under Festival.",
  save: "Save the day",
  saved: "Day saved",
  saveFailed: "Failed to save the day",
  soonerQuestion: "Delete everybody sooner?",
  soonerText: (day: string) =>
    `On ${day} everybody is deleted, and members are told so at once. They have less time to download their data.`,

  now: "Now instead of later",
  tellFirst: "Everybody is told first. A day later, once the festival is over, you can delete them.",
  notYet: (when: string) => `From ${when} on: a day after everybody was told, once the festival is over.`,
  begin: "Delete everybody now",
  beginQuestion: "Delete everybody now?",
  beginText: "Members are out within seconds, and all that they have here goes. There is no way back.",
  begun: "Deleting has begun",
  beginFailed: "Failed to begin",

  progress: "Proof",
  phases: {
    count: "Counting what is there",
    erase: "Deleting",
    check: "Counting and searching what is left",
    done: "Done",
  },
  percent: (part: number) => `${part} %`,
  accountsGone: (count: string) => `Accounts of members deleted: ${count}.`,
  filesGone: (count: string) => `Photos and other files deleted: ${count}.`,
  ordersStay: (count: string) => `Orders that stay, without a person: ${count}.`,
  found: (picked: number, texts: string) =>
    `${picked} names, handles, addresses, phone numbers and photos, drawn at random before, were searched for in ${texts} texts that stayed. None was found.`,
  foundSome: (found: number, tables: string) =>
    `Found ${found} of what was searched for, in: ${tables}. Look at these before you rely on the deletion.`,
  left: (count: number) => `${count} rows that should have gone are still there.`,
  noneLeft: "Nothing is left that should have gone.",
  backups:
    "Backups hold those who were in them. Delete those that were made before, and logs of your host. For a deployment on your own machine npm run close does it.",
  allTables: "All tables",
  table: "Table",
  before: "Before",
  erased: "Deleted",
  after: "After",
  why: "What stays",
  files: "stored files",
} as const;
