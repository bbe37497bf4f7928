/**
 * What becomes of each table when a festival is closed: see `closing/erasing.ts`. A new table has no entry here and does not
 * compile until somebody has decided.
 */
import type { TableNames } from "../../_generated/dataModel";

/**
 * all: every row is deleted. people: the rows of attendees are deleted, and those of the staff stay (`closing/rows.ts`
 * tells them apart). kept: the rows stay, because they name no attendee; `why` says what they are.
 * withoutPeople: the rows stay without the attendee whom they name.
 */
export type Erasure = "all" | "people" | { kept: string } | { withoutPeople: string };

/**
 * In the order in which they are erased: first what lets somebody in or sends them something, so that nobody adds anything
 * behind it; users last, because rules look them up.
 */
export const erasures = {
  authAccounts: "people",
  authSessions: "people",
  authRefreshTokens: "people",
  authVerificationCodes: "all",
  authVerifiers: "all",
  authRateLimits: "all",
  codes: "all",
  resets: "all",
  codeMails: "all",
  // What is held back would tell somebody.
  undoableDecisions: "all",
  outbox: "all",
  mailSender: { kept: "one row: which job sends mails, and when it last did" },
  pushSubscriptions: "all",
  pushSettings: "all",
  mailSettings: "all",
  likesToMail: "all",
  deckEntries: "all",
  decks: "all",
  unnumbered: "all",
  audiences: "all",
  viewerGroups: "all",
  returns: "all",
  quotas: "all",
  swipes: "all",
  pendingLikes: "all",
  unseenMatches: "all",
  likeLooks: "all",
  matches: "all",
  chatMessages: "all",
  chatThreads: "all",
  chatViews: "all",
  claims: "all",
  reportWords: "all",
  reports: "all",
  rulings: "all",
  decisionCounts: "all",
  submissions: "all",
  profiles: "all",
  profileCounts: "all",
  photos: "all",
  looks: "all",
  // Its files go with all files, so the drawn picture takes its place.
  festivalPictures: "all",
  identifiers: "all",
  partings: "all",
  formerAccounts: "all",
  personKeys: "all",
  personViews: "all",
  handGrants: "all",
  tallies: "all",
  activePeople: "all",
  tickets: "all",
  ticketCounts: "all",
  ticketDoubles: "all",
  sentMails: "all",
  contactMessages: "all",
  // A link that waits names somebody by an address; an organiser can send another one.
  invitations: "all",
  orders: { withoutPeople: "the law wants number, amount and date for the books" },
  incidents: "people",
  users: "people",
  festival: { kept: "the festival's settings" },
  festivalCalendar: { kept: "the festival's settings" },
  festivalDoors: { kept: "the festival's settings" },
  festivalChanges: { kept: "the festival's settings, and which of the staff changed them" },
  staffPresence: { kept: "sessions of the staff" },
  staffRules: { kept: "a rule for all of the staff" },
  ticketRules: { kept: "the festival's settings" },
  secondFactors: { kept: "the staff's authenticator apps" },
  recoveryCodes: { kept: "the staff's own" },
  orderTotals: { kept: "sums of orders by day, nobody's" },
  counts: { kept: "how much happened by hour and day, nobody's" },
  activity: { kept: "how many were there, nobody's" },
  numbersNow: { kept: "how many were there and waited, nobody's" },
  serviceMinutes: { kept: "how often mails and payments worked" },
  serviceStatus: { kept: "whether mails and payments work" },
  days: { kept: "the latest festival day, and the calendar" },
  fileSweeps: { kept: "one number: how far stored files were checked" },
  closings: { kept: "when it was closed, and the proof" },
  erasureRuns: { kept: "counts of this erasing" },
  closingCanaries: { kept: "keyed hashes by which erased people are searched for; deleted with the proof" },
} satisfies Record<TableNames, Erasure>;
