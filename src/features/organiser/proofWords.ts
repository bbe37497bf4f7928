/** Every sentence of a question that asks organisers for their password again. */
export const words = {
  typeName: (name: string) => `Type "${name}"`,
  otherName: "This is not the name. Capitals count.",
  password: "Your password",
  passwordMissing: "Please enter your password",
  code: "Code from your authenticator app",
  codeMissing: "Please enter the code, or a recovery code",
} as const;
