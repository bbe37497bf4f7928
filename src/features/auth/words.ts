/** Every sentence of the auth screens. A second language is a second file like this one. */
export const words = {
  createAccount: "Create Account",
  welcomeBack: "Welcome Back",
  createLead: "We'll e-mail you a code. Then you choose a password.",
  closedLead: "Nobody can sign up right now.",
  /** Shown again to a person who was signed out by a rejection. */
  rejectedReason: "Why your profile was not approved",
  welcomeLead: "Sign in with your e-mail and password.",
  codeLead: (email: string) => `We sent a 6-digit code to ${email}.`,
  /** While the mail provider does not take the mail yet. */
  codeWaitsLead: (email: string) => `Your 6-digit code for ${email} is on its way.`,
  codeWaitsText:
    "E-mails are slower than usual right now. Yours isn't lost, and your code lasts ten minutes from when it is sent. You can leave this page and come back.",
  otp: "OTP",
  password: "Password",
  sendOtp: "Send OTP",
  verifyOtp: "Verify OTP",
  changeEmail: "Use another address",
  sendAgain: "Send a new code",
  sendAgainIn: (seconds: number) => `Send a new code in ${seconds} s`,
  /** The ages are those of `limits`. */
  onlyDomains: (domains: readonly string[]) => `Sign-ups are for addresses of ${domains.join(" or ")}.`,
  conditions: {
    before: "For ages 18 to 30. By continuing you accept the ",
    terms: "terms",
    and: " and the ",
    privacy: "privacy policy",
    after: ".",
  },
  haveAccount: "Already have an account?",
  noAccount: "Don't have an account?",
  forgot: "Forgot Password?",
  forgotTitle: "Forgot your password?",
  forgotLead: "We'll e-mail you a link. It works once, within half an hour.",
  resetPassword: "Reset Password",
  backToLogin: "Back to Login",
  resetTitle: "Choose a new password",
  resetLead: "You'll be signed out everywhere else.",
  newPassword: "New Password",
  deadTitle: "Get a new link",
  deadLead: "Each link works once, within half an hour.",

  otpSent: "OTP sent to your email!",
  alreadyRegistered: "Email already registered. Please login with password.",
  verified: "Email verified successfully! Please login.",
  resetSent: "Password reset instructions sent to your email",
  resetSendFailed: "Failed to send reset instructions",
  resetDone: "Password changed. Please login.",
  resetFailed: "Failed to reset password",
  invalidLink: "Invalid reset link",
  deadLink: "This link was used, has expired, or was replaced by a newer one.",
  newLink: "Send a new link",
  deadSignUpLink: "If you already set a password, sign in with it.",
  newSignUpLink: "Send a new code",
  resetOnItsWay: "Check your mail",
  resetOnItsWayText: (email: string) =>
    `If ${email} has an account, we've sent a link there. It works once, within half an hour. No e-mail after a few minutes? Check your spam folder, or press the button again.`,
  loggedIn: "Logged in successfully!",
  sendFailed: "Failed to send OTP",
  verifyFailed: "Failed to verify OTP",
  loginFailed: "Failed to login",
  codeWrong: (triesLeft: number | undefined) =>
    triesLeft === undefined
      ? "That code is not right."
      : triesLeft === 0
        ? "That code is not right. No tries left. Send a new code."
        : `That code is not right. ${triesLeft === 1 ? "1 try" : `${triesLeft} tries`} left.`,
  codeRunOut: "That code has expired. Send a new code.",
  signUpsClosed: "Sign-ups are closed",
  signUpsClosedText: "If you have an account, you can still sign in.",
  /** Once the app is erased. */
  over: "The festival is over",
  overLead: "Every account is deleted, and nobody can sign up or in.",
  toFront: "Back to the front page",
  signUpsOpenAt: (when: string) => `They open on ${when}, festival time.`,
} as const;
