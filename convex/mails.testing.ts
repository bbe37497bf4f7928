import { mailsTo, type Person } from "./people.testing";

/** The subjects of the mails to somebody, except sign-up codes, oldest first. */
export function subjects({ email }: Person): string[] {
  return mailsTo(email)
    .map(({ subject }) => subject)
    .filter((subject) => !/^\d{6} is/.test(subject))
    .reverse();
}
