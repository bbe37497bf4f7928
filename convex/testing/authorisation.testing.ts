/** Who may call what: for every public function and every route, the result for each kind of person. */

/**
 * Every kind of person. `forged`: signed in, with a token that names another person. `expired`: with an expired session. `left`:
 * signed out, but with the old token. `newcomer`: with an account and without a profile.
 */
export const kinds = [
  ...(["visitor", "forged", "expired", "left", "newcomer", "pending", "member", "hidden"] as const),
  ...(["rejected", "suspended", "deleted", "moderator", "organiser"] as const),
] as const;
export type Kind = (typeof kinds)[number];

/**
 * The results in the order of `kinds`. `ok`: the call works. A number: the call is refused with this status and changes nothing.
 */
const everybody = "ok ok ok ok ok ok ok ok ok ok ok ok ok";
const attendees = "401 401 401 401 ok ok ok ok ok ok 401 403 403";
const attendeesNotTurnedAway = "401 401 401 401 ok ok ok ok 403 403 401 403 403";
const members = "401 401 401 401 403 403 ok ok 403 403 401 403 403";
const staff = "401 401 401 401 403 403 403 403 403 403 401 ok ok";
const organisers = "401 401 401 401 403 403 403 403 403 403 401 403 ok";

/** The results of each public function. A new function must be added here on purpose. */
export const functions = resultsOf({
  [everybody]: `
    action auth.requestReset auth.resetPassword auth.sendOtp auth.signIn auth.signOut auth.verifyOtp
    action staff.acceptInvitation staff.openInvitation
    mutation auth.endSession contact.send profiles.stopMails push.renew
    query auth.codeMail auth.linkWorks festival.ping festival.settings numbers.status
    query tickets.signUpRules`,
  [attendees]: `
    action profiles.exportMine
    mutation auth.deleteAccount push.setSettings push.unsubscribe tickets.claim
    query payments.order profiles.me profiles.waiting push.settings tickets.mine`,
  [attendeesNotTurnedAway]: `
    action profiles.uploadPhoto
    mutation push.subscribe`,
  [members]: `
    action payments.createOrder
    mutation chat.look chat.markRead chat.reveal chat.send chat.typing matches.markLikesSeen matches.markListed
    mutation matches.markSeen matches.respond matches.unmatch profiles.forgetRefusal profiles.setMailWishes
    mutation reports.block reports.file swipes.advance swipes.setAtFestivalFirst swipes.swipe swipes.undo
    query chat.isTyping chat.messages chat.openers chat.seen chat.threads matches.list matches.news
    query matches.pendingLikes matches.person swipes.deck swipes.last`,
  [staff]: `
    action payments.refund staffSecondFactor.start
    mutation moderator.claim moderator.claimNext moderator.decide moderator.decideWithUndo moderator.dismiss
    mutation moderator.restore moderator.suspend staff.look tickets.check
    query moderator.claimed moderator.figures moderator.queue moderator.reports moderator.stats moderator.suspensions
    query moderator.trail moderator.undoable moderator.waiting payments.purchase payments.refunds staff.me
    query tickets.door`,
  [organisers]: `
    action festivalPicture.upload money.exportPart organiser.changeOrganiser organiser.makeOrganiser people.exportData
    mutation closing.announce closing.plan festival.announce festival.save festival.withdraw festivalPicture.remove
    mutation organiser.invite organiser.removeMember organiser.requireSecondFactor organiser.resend
    mutation organiser.sendPassword organiser.turnOffSecondFactor organiser.withdraw people.open people.remove
    mutation people.restore people.setTier people.signOut people.suspend people.undoApproval tickets.add
    mutation tickets.release tickets.releaseOf tickets.removeUnclaimed tickets.saveSettings
    query closing.orders closing.status festival.changes money.days money.orders money.totals numbers.now numbers.read
    query organiser.invitations organiser.isSecondFactorRequired organiser.staff people.list people.person
    query people.record push.reach tickets.counts tickets.rules`,
  "401 401 401 401 403 403 403 403 403 403 401 403 400": "action closing.begin",
  "401 401 401 401 404 404 ok ok 404 404 401 403 403": "action payments.verify",
  "401 401 401 401 403 403 403 403 403 403 401 400 400": `
    action staffSecondFactor.confirm staffSecondFactor.renewRecovery staffSecondFactor.turnOff`,
  "401 401 401 401 403 403 403 403 403 403 401 409 409": "mutation moderator.undoDecision",
  "401 401 401 401 ok ok 403 403 403 403 401 403 403": "mutation profiles.create",
  "401 401 401 401 403 ok ok ok 403 403 401 403 403": "mutation profiles.update",
});

/**
 * The results of each route. The webhook needs the provider's signature, so it refuses every kind. The rows
 * with 404 stand for all other requests.
 */
export const routes = resultsOf({
  [everybody]: `
    GET /.well-known/jwks.json /.well-known/openid-configuration /api/docs /api/openapi.json /api/photos/*
    POST /api/auth/login /api/auth/reset-password /api/auth/reset-password/* /api/auth/send-otp /api/auth/verify-otp
    POST /api/contact /api/moderator/login`,
  [attendees]: `
    DELETE /api/users/delete-account
    GET /api/users/me`,
  [attendeesNotTurnedAway]: "POST /api/users/profile /api/users/profile/image",
  [members]: `
    GET /api/users/matches /api/users/messages/* /api/users/pending-likes /api/users/swipe /api/users/threads
    POST /api/payments/create-order /api/users/block /api/users/read-messages /api/users/report
    POST /api/users/respond-to-like /api/users/send-message /api/users/show-contacts /api/users/swipe
    POST /api/users/swipe/undo /api/users/unmatch`,
  [staff]: `
    GET /api/moderator/pending-profiles /api/moderator/stats
    POST /api/moderator/process-profile/*`,
  [organisers]: `
    GET /api/organiser/numbers /api/organiser/people /api/organiser/people/*
    POST /api/organiser/tickets`,
  "404 404 404 404 404 404 404 404 404 404 404 404 404": `
    DELETE /*
    GET /*
    OPTIONS /*
    PATCH /*
    POST /*
    PUT /*`,
  "401 401 401 401 404 404 ok ok 404 404 401 403 403": "POST /api/payments/verify",
  "401 401 401 401 401 401 401 401 401 401 401 401 401": "POST /api/payments/webhook",
});

/** Returns the results by name: `query matches.list` → `401 401 …`. */
function resultsOf(groups: Record<string, string>): Map<string, string> {
  const lines = Object.entries(groups).flatMap(([results, calls]) =>
    calls
      .trim()
      .split("\n")
      .map((line) => ({ results, line })),
  );
  return new Map(
    lines.flatMap(({ results, line }) => {
      const [kind, ...names] = line.trim().split(" ");
      return names.map((name): [string, string] => [`${kind} ${name}`, results]);
    }),
  );
}
