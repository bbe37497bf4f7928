/** Every documented route by group. Each group has a test file with a row for each route. */
export const documented = {
  auth: [
    "POST /auth/send-otp",
    "POST /auth/verify-otp",
    "POST /auth/login",
    "POST /auth/reset-password",
    "POST /auth/reset-password/{token}",
    "DELETE /users/delete-account",
  ],
  profiles: ["GET /users/me", "POST /users/profile", "POST /users/profile/image"],
  swipes: ["GET /users/swipe", "POST /users/swipe", "POST /users/swipe/undo"],
  reports: ["POST /users/report", "POST /users/block"],
  matches: ["GET /users/matches", "GET /users/pending-likes", "POST /users/respond-to-like", "POST /users/unmatch"],
  chat: [
    "GET /users/threads",
    "GET /users/messages/{id}",
    "POST /users/send-message",
    "POST /users/read-messages",
    "POST /users/show-contacts",
  ],
  payments: ["POST /payments/create-order", "POST /payments/verify", "POST /payments/webhook"],
  moderator: [
    "POST /moderator/login",
    "GET /moderator/pending-profiles",
    "GET /moderator/stats",
    "POST /moderator/process-profile/{id}",
  ],
  people: ["GET /organiser/people", "GET /organiser/people/{id}/export"],
  tickets: ["POST /organiser/tickets"],
  numbers: ["GET /organiser/numbers"],
  contact: ["POST /contact"],
};
