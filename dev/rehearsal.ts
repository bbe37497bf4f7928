/** `npm run demo -- add 60` and `npm run demo -- remove`: demo people for a rehearsal, on a deployment that will go live. */
import path from "node:path";
import { api } from "../convex/_generated/api";
import { targetOptions, chooseTarget, cloudUrlOf, callFunction, type DeploymentTarget } from "../deploy/target";
import { ExpectedError, parseCommand } from "../deploy/expected";
import { refusalOf } from "../convex/shared/errors";
import { clientFor, tokenFor } from "./seed/accounts";
import { peopleOf, type Person } from "./seed/people";
import { submitProfile } from "./seed/seed";

const MAX_PEOPLE = 200;
const USAGE =
  `Use npm run demo -- add, or npm run demo -- remove. Without a number, add makes sixty people. ` +
  `With a number, at most ${String(MAX_PEOPLE)}, it adds the people who are missing to that total.`;

/**
 * Adds demo people, whose profiles wait for the moderators, or removes exactly those people. They buy nothing, so no orders of theirs stay
 * in the books.
 */
export async function rehearsal({ root }: { root: string }): Promise<void> {
  const { values, positionals } = parseCommand({
    ...{ args: process.argv.slice(3), options: targetOptions, allowPositionals: true },
  });
  const [command, number, ...rest] = positionals;
  const count = Number(number ?? 60);
  const isValidCount = Number.isInteger(count) && count >= 1 && count <= MAX_PEOPLE;
  // `remove` takes no argument, so one is refused instead of ignored.
  const isValid = command === "remove" ? number === undefined : command === "add" && isValidCount && rest.length === 0;
  if (!isValid) throw new ExpectedError(USAGE);
  const target = chooseTarget(root, values, process.env);
  if (command === "remove") console.log(`${await callFunction(root, target, "demo:removeAll")} demo people are gone.`);
  else await add(root, target, peopleOf(count));
}

async function add(root: string, target: DeploymentTarget, people: Person[]): Promise<void> {
  const convexUrl = await cloudUrlOf(root, target);
  const emails = people.map(({ email }) => email);
  const { password, withoutProfile } = (await callFunction(root, target, "demo:makeAccounts", { emails })) as Accounts;
  const incomplete = people.filter(({ email }) => withoutProfile.includes(email));
  for (const [done, person] of incomplete.entries()) {
    await complete({ root, convexUrl, password }, person).catch((error: unknown) => {
      throw withAdvice(error, people.length);
    });
    if ((done + 1) % 10 === 0) console.log(`  ${String(done + 1)} of ${String(incomplete.length)}`);
  }
  console.log(`
${String(people.length)} demo people are at ${target.label}. ${String(incomplete.length)} of them are new and wait for your moderators.
To sign in as one of them: ${emails[0] ?? ""}   ${password}
All ${String(people.length)} have this password, and earlier ones no longer work. When the rehearsal is over: npm run demo -- remove
`);
}

interface Accounts {
  password: string;
  withoutProfile: string[];
}

/** Submits the profile of a person who has none. */
async function complete(
  { root, convexUrl, password }: Record<"root" | "convexUrl" | "password", string>,
  person: Person,
) {
  const token = await tokenFor({ convexUrl }, "password", { email: person.email, password });
  const client = clientFor({ convexUrl }, token);
  await submitProfile({ portraits: path.join(root, "dev/seed/portraits") }, client, person);
  await client.action(api.auth.signOut, {});
}

/** Returns what to do after a refusal, as an expected error. Returns any other error as it is. `total`: the people asked for. */
export function withAdvice(error: unknown, total: number): unknown {
  const refusal = refusalOf(error);
  if (refusal?.code !== "TOO_MANY_TRIES") return error;
  const minutes = Math.max(1, Math.ceil((refusal.retryAfter ?? 0) / 60_000));
  const when = minutes === 1 ? "a minute" : `${String(minutes)} minutes`;
  return new ExpectedError(
    `The deployment's rate limit is reached. In ${when}, run npm run demo -- add ${String(total)} again. It adds the missing people and prints the password.`,
  );
}
