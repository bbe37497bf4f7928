export const statusWords = {
  title: "Status",
  lead: "What works right now. This page updates by itself.",
  loading: "Loading the status",
  works: "Works",
  slow: "Slow",
  closed: "Closed",
  fails: "Does not work",
  changed: (when: string) => `Last changed ${when}.`,
  neverChanged: "No trouble so far.",

  signUps: "Sign-ups",
  signUpsOpen: "You can sign up.",
  signUpsSlow: "You can sign up, but the mail with your code may take a while.",
  signUpsClosed: "Nobody can sign up right now. If you have an account, you can sign in.",
  signUpsOver: "The festival is over, and every account is deleted.",
  approvals: "Profile approvals",
  approvalsWork: "Moderators usually check a new profile in less than an hour.",
  approvalsSlow: (age: string) => `Approvals are slow: ${age}. Nothing is lost. We tell you when yours is done.`,
  approvalsClosed: "The app is closed, so no more profiles are checked.",
  mails: "Mails",
  mailsWork: "Mails go out within a minute. Check your spam folder too.",
  mailsSlow: (age: string) => `Mails are slow: ${age}. They are tried again until they arrive.`,
  payments: "Payments",
  paymentsWork: "Gold and VIP can be bought.",
  paymentsFail: (age: string) =>
    `Payments have not worked for ${age}. Please try again later. Money you paid is not lost.`,
  paymentsClosed: "Gold and VIP are not sold right now.",

  noAnswer: "The app does not answer",
  noAnswerText:
    "Either you are offline or we are. If other sites load for you, it is us, and we are probably working on it. This page updates by itself.",
} as const;
