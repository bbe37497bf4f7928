import { mailsTo, type Person } from "./people.testing";

/** What was mailed to somebody after the code they signed up with, oldest first. */
export function subjects({ email }: Person): string[] {
  return mailsTo(email)
    .map(({ subject }) => subject)
    .filter((subject) => !/^\d{6} is/.test(subject))
    .reverse();
}
