/** Business constants of the product, each once. Times in milliseconds unless the name says otherwise. */
export const limits = {
  /** Texts say it too: `git grep -iw five -- 'src/*ords.ts'`. */
  swipesPerDay: 5,
  /** How many swipes a free member may take back on a festival day. Texts say it too. */
  undosPerDay: 3,
  ageMin: 18,
  ageMax: 30,
  nameMax: 60,
  bioMax: 150,
  hobbiesMin: 1,
  hobbiesMax: 5,
  handleMax: 30,
  courseMax: 60,
  yearMax: 20,
  photoMaxBytes: 3 * 1024 * 1024,
  /** Pictures of one profile. */
  photosMost: 3,
  /** A picture is scaled down to these, in pixels, and is served in three widths. */
  photoWidthMax: 1_080,
  photoHeightMax: 1_440,
  photoWidthMiddle: 540,
  photoWidthSmall: 160,
  reportMax: 500,
  /** Codes of tickets: in one file, in one call, the size of the file, and the length of what their kind is called. */
  ticketsMost: 100_000,
  ticketsBatch: 500,
  ticketsFileMaxBytes: 50_000_000,
  ticketLabelMax: 40,
  /** Reports by this many approved people hide somebody from everybody until a moderator decides. */
  reportsToHide: 3,
  passwordMin: 8,
  passwordMax: 128,
  emailMax: 254,
  deckSize: 20,
  /** Matches or pending likes in one answer, unless a client asks for fewer. */
  listed: 100,
  /** A badge counts no further. */
  badgeMost: 99,
  /** Matches in one answer, if a client asks for more. */
  matchesMost: 1_000,
  /** The length of a chat message, and how many are in a page of a thread. */
  messageMax: 500,
  messagesPage: 50,
  /** Mails that wait are counted up to here. */
  mailsCounted: 10_000,
  /** Days whose counts are shown, the latest. */
  daysCounted: 120,
  /** Unread messages are counted up to here: one more than a badge shows. */
  unreadMost: 100,
  /** An open thread counts as open for this long after its screen said so, and the screen says it again in good time. */
  threadOpenMs: 40_000,
  threadOpenAgainMs: 25_000,
  /** Somebody who types says so this often at most, and is shown as typing for this long after it. */
  typingPauseMs: 3_000,
  typingShownMs: 5_000,
  codeLifetime: 10 * 60_000,
  /** The digits of a sign-up code. */
  codeLength: 6,
  codeTries: 5,
  /** The link in the mail of a code. As long as further mails may be refused, so the newest one always has a valid link. */
  signUpLinkLifetime: 60 * 60_000,
  /** How long the puzzle for a proof of work may be solved. */
  puzzleLifetime: 5 * 60_000,
  /** How many of the strength meter's five criteria a reset needs. */
  resetScore: 3,
  resetLifetime: 30 * 60_000,
  /** The mailed link by which somebody becomes one of the staff. An expired one is listed for some days more. */
  invitationLifetime: 48 * 60 * 60_000,
  invitationListedMs: 7 * 86_400_000,
  /** How often a right code or link may be used, each time for a password hash: a few, since answers get lost and fingers tap twice. */
  secretUses: 5,
  /** For this long after a reset, guesses at the address do not keep its owner from signing in. */
  resetGrace: 15 * 60_000,
  /** A sign-up code that could not be mailed for so long is mailed no more. */
  codeWaitMost: 60 * 60_000,
  /** Between two sign-up codes to one address. */
  mailPause: 60_000,
  mailsPerHour: 5,
  /** Sessions of one user. A further sign-in ends the oldest one. */
  sessionsEach: 20,
  /** Of the staff, sessions beyond those that were in use in these last hours stay, up to so many in all. */
  staffIdleMs: 12 * 60 * 60_000,
  staffSessionsMost: 100,
  signUpsAfterRejection: 3,
  /** What is kept of a deleted account goes after this time. The privacy page says it. */
  formerLifetime: 90 * 86_400_000,
  /** What a person types to delete their account. */
  deletePhrase: "delete my acc",
  /** The length of a moderator's reason for a rejection. */
  reasonMax: 300,
  queueSize: 50,
  /** For this long a moderator can undo their last decision at the desk. */
  undoDecisionMs: 10_000,
  /** A moderator's claim expires this long after its last heartbeat. */
  claimLifetime: 45_000,
  /** How often it is noted that a session of the staff is in use, and for how long after it somebody counts as on. */
  staffSeenMs: 2 * 60_000,
  staffOnMs: 5 * 60_000,
  /** For this long an organiser may read a person's page that they opened. Then it is opened again, with another entry in the log. */
  personViewLifetime: 15 * 60_000,
  /** For so long somebody at the door waits for an answer. A check that is older was made without a network. */
  doorPatienceMs: 3_000,
  /** The oldest check of a ticket that a phone may tell later. */
  doorAgeMostMs: 12 * 60 * 60_000,
  contactSubjectMax: 120,
  /** The festival's help point, as the organisers name it. */
  helpPointMax: 120,
  contactMessageMax: 3_000,
  festivalNameMax: 40,
  editionMax: 20,
  socialUrlMax: 200,
  /** The organisers' line on the front page. */
  festivalLineMax: 120,
  announcementMax: 280,
  /** The longest festival, in days. */
  festivalDaysMost: 31,
  /**
   * Everything but orders is erased so many days after the last one, unless organisers choose another day, this long after it at most.
   * The privacy page says the date.
   */
  eraseDays: 30,
  eraseDaysMost: 60,
  /** So many days before it that is announced; and for so many days the app is closed, and members can still download their data. */
  noticeDays: 14,
  downloadDays: 7,
  /** How long a message from the contact form is kept. */
  messageLifetime: 30 * 86_400_000,
  /** How long the log of incidents keeps an entry. The privacy page says it too. */
  incidentLifetime: 90 * 86_400_000,
  /** Browsers of one user that get notifications. A further one ends the oldest. */
  pushDevicesEach: 10,
  /** A match unseen, or a message unread, for this long is mailed to a member whose browsers show no notifications. */
  matchNoticeMs: 10 * 60_000,
  messageNoticeMs: 30 * 60_000,
  /** How long a push service keeps a notification for a phone that is off. */
  pushLifetime: 24 * 60 * 60_000,
  /** An uploaded picture that no profile shows is deleted after this time. */
  photoUnusedMs: 55 * 60_000,
} as const;

/** A list size from whatever number a client sends: `limits.listed` without one, and `longest` at most. */
export function listSize(limit: number = limits.listed, longest: number): number {
  return Math.trunc(Math.min(longest, Math.max(1, limit))) || limits.listed;
}
