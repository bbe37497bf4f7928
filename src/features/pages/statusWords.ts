/** Every sentence of the status page. A second language is a second file like this one. */
export const statusWords = {
  title: "Status",
  lead: "Whether everything works right now. It changes by itself.",
  loading: "Asking how it goes",
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
  approvalsWork: "New profiles are usually looked at within an hour.",
  approvalsSlow: (age: string) => `Approvals are slow: ${age}. Nothing is lost, and you are told when it is done.`,
  approvalsClosed: "The app is closed, so no more profiles are looked at.",
  mails: "Mails",
  mailsWork: "Mails go out within a minute. Look into your spam folder too.",
  mailsSlow: (age: string) => `Mails are slow: ${age}. They are tried again until they arrive.`,
  payments: "Payments",
  paymentsWork: "Gold and VIP can be bought.",
  paymentsFail: (age: string) =>
    `Payments have not worked for ${age}. Please try again later. What you paid is not lost.`,
  paymentsClosed: "Gold and VIP are not sold right now.",

  noAnswer: "The app does not answer",
  noAnswerText:
    "Either you are offline or we are. If other pages load for you, it is us, and we are most likely at it. This page goes on by itself.",
} as const;
