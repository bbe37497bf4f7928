/** Checks the festival's settings and its staff before going live. Calls no deployment. */
import { phaseOf, productName, type Festival } from "../convex/shared/festival.ts";
import { mailbox } from "./doctorChecks.ts";
import type { Finding } from "./doctorSettings.ts";

/** The circumstances of a check, besides the settings. */
export interface Circumstances {
  /** Milliseconds since 1970. */
  now: number;
  /** True if the functions are deployed, so an organiser can save settings and there is data to lose. */
  isDeployed: boolean;
  /** True if the deployment is on this machine: stand-ins are fine, and `npm run backup` works. */
  local: boolean;
}

/** Checks the public settings at a time (`now`, ms). */
export function checkFestival(festival: Festival, { now, isDeployed, local }: Circumstances): Finding[] {
  const { name, firstDay, lastDay, supportEmail } = festival;
  const checks = [
    {
      ...{ name: "name", purpose: `the festival's name: FESTIVAL_NAME, ${UNTIL_SAVED}` },
      ...{ problem: nameProblem(name), isAbsent: name === productName },
    },
    {
      ...{
        name: "days",
        purpose: `when it opens and closes: FESTIVAL_FIRST_DAY and FESTIVAL_LAST_DAY, ${UNTIL_SAVED}`,
      },
      ...{ problem: daysProblem(festival, now), isAbsent: firstDay === null || lastDay === null },
    },
    {
      ...{ name: "support address", purpose: `where people can write: FESTIVAL_SUPPORT_EMAIL, ${UNTIL_SAVED}` },
      ...{ problem: supportProblem(supportEmail, local), isAbsent: supportEmail === "" },
    },
  ];
  return checks.map(({ isAbsent, problem, name: setting, purpose }) => {
    if (problem === undefined) return { name: setting, purpose };
    // An organiser cannot save settings yet.
    if (isAbsent && !isDeployed) return { name: setting, purpose, unset: true };
    return { name: setting, purpose, problem };
  });
}

/** Checks the number of organisers. Null: the functions are not deployed, so there can be none. */
export function checkStaff(organisers: number | null): Finding[] {
  const purpose = "sets up the festival and the staff, at /organiser";
  if (organisers === null)
    return [{ name: "organiser", purpose: `${purpose}; required once the functions are deployed`, unset: true }];
  if (organisers > 0) return [{ name: "organiser", purpose }];
  const problem = `is missing. Make one: npx convex run organiser:create '{"email":"…","password":"…"}'`;
  return [{ name: "organiser", purpose, problem }];
}

const UNTIL_SAVED = "until an organiser saves it at /organiser";

function nameProblem(name: string): string | undefined {
  return name === productName
    ? `is still the product's own, ${productName}. Give the festival its name at /organiser.`
    : undefined;
}

function daysProblem(festival: Festival, now: number): string | undefined {
  if (festival.firstDay === null || festival.lastDay === null)
    return "are not set. Set the first and the last one at /organiser.";
  if (phaseOf(festival, now) !== "after") return undefined;
  return `are over: the last one was ${festival.lastDay}, so nobody can sign up or buy. Set this festival's days at /organiser.`;
}

function supportProblem(email: string, local: boolean): string | undefined {
  if (email === "") return "is not set. Set one that someone reads at /organiser.";
  const problem = mailbox(email, local);
  return problem && `(${email}) ${problem} Set one that someone reads at /organiser.`;
}
