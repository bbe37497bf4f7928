/**
 * Who may call what: every kind of person, by every public function and every route. `ok`: it does what it is for. A number:
 * it is refused with this status, and nothing changes. A new function or route has to be added here on purpose.
 */
export const functions = `
                                visitor forged expired left newcomer pending member hidden rejected suspended deleted moderator organiser
action auth.requestReset        ok      ok     ok      ok   ok       ok      ok     ok     ok       ok        ok      ok        ok
action auth.resetPassword       ok      ok     ok      ok   ok       ok      ok     ok     ok       ok        ok      ok        ok
action auth.sendOtp             ok      ok     ok      ok   ok       ok      ok     ok     ok       ok        ok      ok        ok
action auth.signIn              ok      ok     ok      ok   ok       ok      ok     ok     ok       ok        ok      ok        ok
action auth.signOut             ok      ok     ok      ok   ok       ok      ok     ok     ok       ok        ok      ok        ok
action auth.verifyOtp           ok      ok     ok      ok   ok       ok      ok     ok     ok       ok        ok      ok        ok
action payments.createOrder     401     401    401     401  403      403     ok     ok     403      403       401     403       403
action payments.refund          401     401    401     401  403      403     403    403    403      403       401     ok        ok
action payments.verify          401     401    401     401  404      404     ok     ok     404      404       401     403       403
action profiles.uploadPhoto     401     401    401     401  ok       ok      ok     ok     403      403       401     403       403
mutation auth.deleteAccount     401     401    401     401  ok       ok      ok     ok     ok       ok        401     403       403
mutation auth.endSession        ok      ok     ok      ok   ok       ok      ok     ok     ok       ok        ok      ok        ok
mutation chat.look              401     401    401     401  403      403     ok     ok     403      403       401     403       403
mutation chat.markRead          401     401    401     401  403      403     ok     ok     403      403       401     403       403
mutation chat.reveal            401     401    401     401  403      403     ok     ok     403      403       401     403       403
mutation chat.send              401     401    401     401  403      403     ok     ok     403      403       401     403       403
mutation chat.typing            401     401    401     401  403      403     ok     ok     403      403       401     403       403
mutation contact.send           ok      ok     ok      ok   ok       ok      ok     ok     ok       ok        ok      ok        ok
mutation festival.announce      401     401    401     401  403      403     403    403    403      403       401     403       ok
mutation festival.save          401     401    401     401  403      403     403    403    403      403       401     403       ok
mutation festival.withdraw      401     401    401     401  403      403     403    403    403      403       401     403       ok
mutation matches.markLikesSeen  401     401    401     401  403      403     ok     ok     403      403       401     403       403
mutation matches.markListed     401     401    401     401  403      403     ok     ok     403      403       401     403       403
mutation matches.markSeen       401     401    401     401  403      403     ok     ok     403      403       401     403       403
mutation matches.respond        401     401    401     401  403      403     ok     ok     403      403       401     403       403
mutation matches.unmatch        401     401    401     401  403      403     ok     ok     403      403       401     403       403
mutation moderator.claim        401     401    401     401  403      403     403    403    403      403       401     ok        ok
mutation moderator.decide       401     401    401     401  403      403     403    403    403      403       401     ok        ok
mutation moderator.dismiss      401     401    401     401  403      403     403    403    403      403       401     ok        ok
mutation moderator.restore      401     401    401     401  403      403     403    403    403      403       401     ok        ok
mutation moderator.suspend      401     401    401     401  403      403     403    403    403      403       401     ok        ok
mutation profiles.create        401     401    401     401  ok       ok      403    403    403      403       401     403       403
mutation profiles.forgetRefusal 401     401    401     401  403      403     ok     ok     403      403       401     403       403
mutation profiles.setMailWishes 401     401    401     401  403      403     ok     ok     403      403       401     403       403
mutation profiles.update        401     401    401     401  403      ok      ok     ok     403      403       401     403       403
mutation push.renew             ok      ok     ok      ok   ok       ok      ok     ok     ok       ok        ok      ok        ok
mutation push.setSettings       401     401    401     401  ok       ok      ok     ok     ok       ok        401     403       403
mutation push.subscribe         401     401    401     401  ok       ok      ok     ok     403      403       401     403       403
mutation push.unsubscribe       401     401    401     401  ok       ok      ok     ok     ok       ok        401     403       403
mutation reports.block          401     401    401     401  403      403     ok     ok     403      403       401     403       403
mutation reports.file           401     401    401     401  403      403     ok     ok     403      403       401     403       403
mutation staff.look             401     401    401     401  403      403     403    403    403      403       401     ok        ok
mutation swipes.advance         401     401    401     401  403      403     ok     ok     403      403       401     403       403
mutation swipes.swipe           401     401    401     401  403      403     ok     ok     403      403       401     403       403
mutation swipes.undo            401     401    401     401  403      403     ok     ok     403      403       401     403       403
query chat.isTyping             401     401    401     401  403      403     ok     ok     403      403       401     403       403
query chat.messages             401     401    401     401  403      403     ok     ok     403      403       401     403       403
query chat.openers              401     401    401     401  403      403     ok     ok     403      403       401     403       403
query chat.threads              401     401    401     401  403      403     ok     ok     403      403       401     403       403
query contact.helpPoint         ok      ok     ok      ok   ok       ok      ok     ok     ok       ok        ok      ok        ok
query festival.changes          401     401    401     401  403      403     403    403    403      403       401     403       ok
query festival.settings         ok      ok     ok      ok   ok       ok      ok     ok     ok       ok        ok      ok        ok
query matches.list              401     401    401     401  403      403     ok     ok     403      403       401     403       403
query matches.news              401     401    401     401  403      403     ok     ok     403      403       401     403       403
query matches.pendingLikes      401     401    401     401  403      403     ok     ok     403      403       401     403       403
query matches.unseen            401     401    401     401  403      403     ok     ok     403      403       401     403       403
query moderator.claimed         401     401    401     401  403      403     403    403    403      403       401     ok        ok
query moderator.queue           401     401    401     401  403      403     403    403    403      403       401     ok        ok
query moderator.reports         401     401    401     401  403      403     403    403    403      403       401     ok        ok
query moderator.stats           401     401    401     401  403      403     403    403    403      403       401     ok        ok
query moderator.suspensions     401     401    401     401  403      403     403    403    403      403       401     ok        ok
query moderator.trail           401     401    401     401  403      403     403    403    403      403       401     ok        ok
query organiser.staff           401     401    401     401  403      403     403    403    403      403       401     403       ok
query payments.order            401     401    401     401  ok       ok      ok     ok     ok       ok        401     403       403
query payments.refunds          401     401    401     401  403      403     403    403    403      403       401     ok        ok
query profiles.me               401     401    401     401  ok       ok      ok     ok     ok       ok        401     403       403
query profiles.waiting          401     401    401     401  ok       ok      ok     ok     ok       ok        401     403       403
query push.settings             401     401    401     401  ok       ok      ok     ok     ok       ok        401     403       403
query staff.me                  401     401    401     401  403      403     403    403    403      403       401     ok        ok
query swipes.deck               401     401    401     401  403      403     ok     ok     403      403       401     403       403
query swipes.last               401     401    401     401  403      403     ok     ok     403      403       401     403       403
`;

/** The webhook is the provider's: without its signature it refuses everybody. The last rows are whatever else is asked for. */
export const routes = `
                                      visitor forged expired left newcomer pending member hidden rejected suspended deleted moderator organiser
DELETE /*                             404     404    404     404  404      404     404    404    404      404       404     404       404
DELETE /api/users/delete-account      401     401    401     401  ok       ok      ok     ok     ok       ok        401     403       403
GET /*                                404     404    404     404  404      404     404    404    404      404       404     404       404
GET /.well-known/jwks.json            ok      ok     ok      ok   ok       ok      ok     ok     ok       ok        ok      ok        ok
GET /.well-known/openid-configuration ok      ok     ok      ok   ok       ok      ok     ok     ok       ok        ok      ok        ok
GET /api/docs                         ok      ok     ok      ok   ok       ok      ok     ok     ok       ok        ok      ok        ok
GET /api/moderator/pending-profiles   401     401    401     401  403      403     403    403    403      403       401     ok        ok
GET /api/moderator/stats              401     401    401     401  403      403     403    403    403      403       401     ok        ok
GET /api/openapi.json                 ok      ok     ok      ok   ok       ok      ok     ok     ok       ok        ok      ok        ok
GET /api/photos/*                     ok      ok     ok      ok   ok       ok      ok     ok     ok       ok        ok      ok        ok
GET /api/users/matches                401     401    401     401  403      403     ok     ok     403      403       401     403       403
GET /api/users/me                     401     401    401     401  ok       ok      ok     ok     ok       ok        401     403       403
GET /api/users/messages/*             401     401    401     401  403      403     ok     ok     403      403       401     403       403
GET /api/users/pending-likes          401     401    401     401  403      403     ok     ok     403      403       401     403       403
GET /api/users/swipe                  401     401    401     401  403      403     ok     ok     403      403       401     403       403
GET /api/users/threads                401     401    401     401  403      403     ok     ok     403      403       401     403       403
OPTIONS /*                            404     404    404     404  404      404     404    404    404      404       404     404       404
PATCH /*                              404     404    404     404  404      404     404    404    404      404       404     404       404
POST /*                               404     404    404     404  404      404     404    404    404      404       404     404       404
POST /api/auth/login                  ok      ok     ok      ok   ok       ok      ok     ok     ok       ok        ok      ok        ok
POST /api/auth/reset-password         ok      ok     ok      ok   ok       ok      ok     ok     ok       ok        ok      ok        ok
POST /api/auth/reset-password/*       ok      ok     ok      ok   ok       ok      ok     ok     ok       ok        ok      ok        ok
POST /api/auth/send-otp               ok      ok     ok      ok   ok       ok      ok     ok     ok       ok        ok      ok        ok
POST /api/auth/verify-otp             ok      ok     ok      ok   ok       ok      ok     ok     ok       ok        ok      ok        ok
POST /api/contact                     ok      ok     ok      ok   ok       ok      ok     ok     ok       ok        ok      ok        ok
POST /api/moderator/login             ok      ok     ok      ok   ok       ok      ok     ok     ok       ok        ok      ok        ok
POST /api/moderator/process-profile/* 401     401    401     401  403      403     403    403    403      403       401     ok        ok
POST /api/payments/create-order       401     401    401     401  403      403     ok     ok     403      403       401     403       403
POST /api/payments/verify             401     401    401     401  404      404     ok     ok     404      404       401     403       403
POST /api/payments/webhook            401     401    401     401  401      401     401    401    401      401       401     401       401
POST /api/users/block                 401     401    401     401  403      403     ok     ok     403      403       401     403       403
POST /api/users/profile               401     401    401     401  ok       ok      ok     ok     403      403       401     403       403
POST /api/users/profile/image         401     401    401     401  ok       ok      ok     ok     403      403       401     403       403
POST /api/users/read-messages         401     401    401     401  403      403     ok     ok     403      403       401     403       403
POST /api/users/report                401     401    401     401  403      403     ok     ok     403      403       401     403       403
POST /api/users/respond-to-like       401     401    401     401  403      403     ok     ok     403      403       401     403       403
POST /api/users/send-message          401     401    401     401  403      403     ok     ok     403      403       401     403       403
POST /api/users/show-contacts         401     401    401     401  403      403     ok     ok     403      403       401     403       403
POST /api/users/swipe                 401     401    401     401  403      403     ok     ok     403      403       401     403       403
POST /api/users/swipe/undo            401     401    401     401  403      403     ok     ok     403      403       401     403       403
POST /api/users/unmatch               401     401    401     401  403      403     ok     ok     403      403       401     403       403
PUT /*                                404     404    404     404  404      404     404    404    404      404       404     404       404
`;
