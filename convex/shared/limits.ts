/** Business constants of the product, each once. Times in milliseconds unless the name says otherwise. */
import { DAY } from "./durations.ts";

export const limits = {
  /** Interface texts repeat it: `git grep -iw five -- 'src/*ords.ts'`. */
  swipesPerDay: 5,
  /** Swipes that a free member may take back on a festival day. Interface texts repeat it. */
  undosPerDay: 3,
  ageMin: 18,
  ageMax: 30,
  nameMax: 60,
  bioMax: 150,
  hobbiesMin: 1,
  hobbiesMax: 5,
  handleMax: 30,
  photoMaxBytes: 3 * 1024 * 1024,
  /** Pictures of one profile. */
  photosMax: 3,
  /** A picture is scaled down to these sizes in pixels, and served in three widths. */
  photoWidthMax: 1_080,
  photoHeightMax: 1_440,
  photoWidthMiddle: 540,
  photoWidthSmall: 160,
  reportMax: 500,
  /** Ticket codes: per file and per call, the size of the file, and the length of a kind's name. */
  ticketsMax: 100_000,
  ticketsBatch: 500,
  ticketsFileMaxBytes: 50_000_000,
  ticketLabelMax: 40,
  /** Reports by this many approved people hide a person from everybody until a moderator decides. */
  reportsToHide: 3,
  passwordMin: 8,
  passwordMax: 128,
  emailMax: 254,
  deckSize: 20,
  /** Matches or pending likes in one result, unless a client asks for fewer. */
  listSizeDefault: 100,
  /** The highest count on a badge. */
  badgeMax: 99,
  /** Matches in one result, if a client asks for more. Each reads up to five of the 4,096 index ranges allowed. */
  matchesMax: 700,
  /** The length of a chat message, and the messages in a page of a thread. */
  messageMax: 500,
  messagesPage: 50,
  /** The messages in a page of a thread in the app. Each new message sends the newest page again to both people. */
  threadPage: 30,
  /** Waiting mails and phones with notifications are counted up to here. */
  mailsCounted: 10_000,
  phonesCounted: 10_000,
  /** The most days whose counts are shown, latest first. */
  daysCounted: 120,
  /** Unread messages are counted up to here: one more than a badge shows. */
  unreadMax: 100,
  /** How long a thread counts as open after its screen reports it, and how often the screen repeats that. */
  threadOpenMs: 40_000,
  threadOpenAgainMs: 25_000,
  /** The shortest time between two reports of typing, and how long the other screen shows each. */
  typingPauseMs: 3_000,
  typingShownMs: 5_000,
  codeLifetime: 10 * 60_000,
  /** The digits of a sign-up code. */
  codeLength: 6,
  codeTries: 5,
  /** The link in a code's mail. It lasts as long as a limit may refuse further mails, so the newest mail always has a valid link. */
  signUpLinkLifetime: 60 * 60_000,
  /** How long a puzzle for a proof of work may be solved. */
  puzzleLifetime: 5 * 60_000,
  /** Criteria of the strength meter, out of five, that a reset needs. */
  resetScore: 3,
  resetLifetime: 30 * 60_000,
  /** An invitation to the staff. An expired one stays listed for some days. */
  invitationLifetime: 48 * 60 * 60_000,
  invitationListedMs: 7 * DAY,
  /** Uses of a correct code or link. Each hashes a password. More than one, because responses get lost and people tap twice. */
  secretUses: 5,
  /** For this long after a reset, wrong guesses at the address do not keep its owner from signing in. */
  resetGrace: 15 * 60_000,
  /** A sign-up code that could not be mailed for this long is dropped. */
  codeWaitMax: 60 * 60_000,
  /** The pause between two sign-up codes to one address. */
  mailPause: 60_000,
  mailsPerHour: 5,
  /** Sessions of one user. Another sign-in ends the oldest one. */
  sessionsEach: 20,
  /** Staff sessions used within the last hours always stay. Others stay up to this many in all. */
  staffIdleMs: 12 * 60 * 60_000,
  staffSessionsMax: 100,
  signUpsAfterRejection: 3,
  /** How long the record of a deleted account is kept. The privacy page says it. */
  formerLifetime: 90 * DAY,
  /** What a person types to delete their account. */
  deletePhrase: "delete my acc",
  /** The length of a moderator's reason for a rejection. */
  reasonMax: 300,
  queueSize: 50,
  /** How long a moderator can undo their last decision at the desk. */
  undoDecisionMs: 10_000,
  /** A moderator's claim expires this long after its last heartbeat. */
  claimLifetime: 45_000,
  /** How often the use of a staff session is recorded, and how long afterwards the person counts as on duty. */
  staffSeenMs: 2 * 60_000,
  staffOnMs: 5 * 60_000,
  /** How long an organiser may read a page they opened. Opening it again makes another log entry. */
  personViewLifetime: 15 * 60_000,
  /** How long a person at the door waits for a result. An older check was made offline. */
  doorWaitMs: 3_000,
  /** The oldest ticket check that a phone may send later. */
  doorAgeMaxMs: 12 * 60 * 60_000,
  contactSubjectMax: 120,
  /** The length of the organisers' text on where to get help. */
  helpPointMax: 120,
  contactMessageMax: 3_000,
  festivalNameMax: 40,
  editionMax: 20,
  socialUrlMax: 200,
  /** The organisers' line on the front page. */
  festivalLineMax: 120,
  announcementMax: 280,
  /** The longest festival, in days. */
  festivalDaysMax: 31,
  /**
   * Everything but orders is erased this many days after the festival's last day. Organisers may choose another day, at most `eraseDaysMax`
   * days after the last one. The privacy page says the date.
   */
  eraseDays: 30,
  eraseDaysMax: 60,
  /** Days from the announcement to the erasing, and days during which the app is closed except for downloads. */
  noticeDays: 14,
  downloadDays: 7,
  /** How long a message from the contact form is kept. */
  messageLifetime: 30 * DAY,
  /** How long the log of incidents keeps an entry. The privacy page says it too. */
  incidentLifetime: 90 * DAY,
  /** Browsers of one user that get notifications. Another one ends the oldest. */
  pushDevicesEach: 10,
  /** When an unseen match or an unread message is mailed to a member without notifications. */
  matchNoticeMs: 10 * 60_000,
  messageNoticeMs: 30 * 60_000,
  /** How long a push service keeps a notification for a phone that is off. */
  pushLifetime: 24 * 60 * 60_000,
  /** When an uploaded picture that no profile shows is deleted. */
  photoUnusedMs: 55 * 60_000,
} as const;

/** Returns a list size for any number a client sends: `limits.listSizeDefault` without one, and `max` at most. */
export function listSize(limit: number = limits.listSizeDefault, max: number): number {
  return Math.min(max, Math.trunc(Math.max(1, limit)) || limits.listSizeDefault);
}
