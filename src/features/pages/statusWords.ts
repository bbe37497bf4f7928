export const statusWords = {
  title: "Status",
  lead: "What's working right now. This page updates automatically.",
  loading: "Loading the status",
  works: "Works",
  slow: "Slow",
  closed: "Closed",
  fails: "Not working",
  changed: (when: string) => `Last changed ${when}.`,
  neverChanged: "No problems so far.",

  signUps: "Sign-ups",
  signUpsOpen: "You can sign up.",
  signUpsSlow: "You can sign up, but the e-mail with your code may take a while.",
  signUpsClosed: "Sign-ups are closed right now. If you have an account, you can sign in.",
  signUpsOver: "The festival is over, and every account has been deleted.",
  approvals: "Profile approvals",
  approvalsWork: "Moderators usually check a new profile in less than an hour.",
  approvalsSlow: (age: string) => `Approvals are slow: ${age}. Nothing is lost. We'll tell you when yours is decided.`,
  approvalsClosed: "The app is closed, so no more profiles are checked.",
  mails: "E-mails",
  mailsWork: "E-mails go out within a minute. Check your spam folder too.",
  mailsSlow: (age: string) => `E-mails are slow: ${age}. We keep trying until they arrive.`,
  payments: "Payments",
  paymentsWork: "Gold and VIP can be bought.",
  paymentsFail: (age: string) =>
    `Payments have not worked for ${age}. Please try again later. Money you paid is not lost.`,
  paymentsClosed: "Gold and VIP aren't on sale right now.",

  noAnswer: "The app isn't responding",
  noAnswerText:
    "Either you are offline or we are. If other sites load, it's us, and we're probably already on it. This page updates automatically.",
} as const;
