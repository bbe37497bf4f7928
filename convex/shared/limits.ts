/** Business constants of the product, each once. Times in milliseconds unless the name says otherwise. */
export const limits = {
  /** Prose says it too: `git grep -iw five -- 'src/*ords.ts'`. */
  swipesPerDay: 5,
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
  reportMax: 500,
  /** So many approved people hide somebody from everybody until a moderator looks. */
  reportsToHide: 3,
  passwordMin: 8,
  passwordMax: 128,
  emailMax: 254,
  deckSize: 20,
  /** Matches or pending likes at once, unless a client asks for fewer. */
  listed: 100,
  /** Of matches a client may ask for more. */
  matchesMost: 1_000,
  codeLifetime: 10 * 60_000,
  codeTries: 5,
  /** Of the strength meter's five. */
  resetScore: 3,
  resetLifetime: 30 * 60_000,
  /** How often one reset link may cost the work of hashing a password. */
  resetTries: 5,
  /** So long after a reset whoever guesses at the address does not keep its owner from signing in. */
  resetGrace: 15 * 60_000,
  /** Between two mails to one address. */
  mailPause: 60_000,
  mailsPerHour: 5,
  /** Signing in once more ends the oldest session beyond this. */
  sessionsEach: 20,
  signUpsAfterRejection: 3,
  /** What one types to delete one's account. */
  deletePhrase: "delete my acc",
  /** What a moderator may write to somebody rejected. */
  reasonMax: 300,
  queueSize: 50,
  /** What a moderator has open stays theirs for so long after the last sign of life. */
  claimLifetime: 45_000,
  contactSubjectMax: 120,
  contactMessageMax: 3_000,
  /** A message from the contact form is kept for this long. */
  messageLifetime: 30 * 86_400_000,
  /** An uploaded picture that no profile shows is deleted after this. */
  photoUnusedMs: 55 * 60_000,
} as const;
