/** `npm run demo -- add 60` and `npm run demo -- remove`: demo people for a rehearsal, on a deployment that will go live. */
import path from "node:path";
import { parseArgs } from "node:util";
import { api } from "../convex/_generated/api";
import { targetOptions, chooseTarget, cloudUrlOf, runConvex, type DeploymentTarget } from "../deploy/target";
import { ExpectedError } from "../deploy/expected";
import { clientFor, tokenFor } from "./seed/accounts";
import { peopleOf, type Person } from "./seed/people";
import { submitProfile } from "./seed/seed";

const USAGE = "Say npm run demo -- add, with a number up to 200 if sixty are not right, or npm run demo -- remove.";
const MAX_PEOPLE = 200;

/**
 * Adds demo people, whose profiles wait for the moderators, or removes exactly those people. They buy nothing, so no orders of theirs stay
 * in the books.
 */
export async function rehearsal({ root }: { root: string }): Promise<void> {
  const { values, positionals } = parseArgs({
    ...{ args: process.argv.slice(3), options: targetOptions, allowPositionals: true },
  });
  const [command, number, ...rest] = positionals;
  const count = Number(number ?? 60);
  const isValidCount = Number.isInteger(count) && count >= 1 && count <= MAX_PEOPLE;
  // `remove` takes no argument: refuses one instead of ignoring it.
  const isValid = command === "remove" ? number === undefined : command === "add" && isValidCount && rest.length === 0;
  if (!isValid) throw new ExpectedError(USAGE);
  const target = chooseTarget(root, values, process.env);
  if (command === "remove") console.log(`${await call(root, target, "demo:removeAll", {})} demo people are gone.`);
  else await add(root, target, peopleOf(count));
}

async function add(root: string, target: DeploymentTarget, people: Person[]): Promise<void> {
  const convexUrl = await cloudUrlOf(root, target);
  const emails = people.map(({ email }) => email);
  const password = (await call(root, target, "demo:makeAccounts", { emails })) as string;
  for (const [done, person] of people.entries()) {
    const client = clientFor(
      { convexUrl },
      await tokenFor({ convexUrl }, "password", { email: person.email, password }),
    );
    const me = await client.query(api.profiles.me, {});
    if (!me.profileCompleted) await submitProfile({ portraits: path.join(root, "dev/seed/portraits") }, client, person);
    await client.action(api.auth.signOut, {});
    if ((done + 1) % 10 === 0) console.log(`  ${String(done + 1)} of ${String(people.length)}`);
  }
  console.log(`
${String(people.length)} demo people wait for your moderators at ${target.label}.
To sign in as one of them: ${emails[0] ?? ""}   ${password}
All have this password. When the rehearsal is over: npm run demo -- remove
`);
}

/** Calls an internal function with the stock command line, which works with every kind of deployment. */
async function call(root: string, target: DeploymentTarget, name: string, args: object): Promise<unknown> {
  return JSON.parse(await runConvex(root, target, ["run", name, JSON.stringify(args)])) as unknown;
}
