/** Every sentence of what moderators and organisers have for themselves. A second language is a second file like this one. */
export const words = {
  joinTitle: "Choose your password",
  joinLead: "You will sign in with your address and this password.",
  password: "New password",
  join: "Set the password",
  joined: "Password set. Please sign in.",
  joinFailed: "Failed to set the password",
  noLink: "This page is opened by the link in a mail. Ask an organiser for one.",
  toSignIn: "Go to the sign-in",
} as const;
