/** What can be wrong with the staff before the product goes live. Talks to no deployment. */
import type { Finding } from "./doctorSettings.ts";

/** Looks at how many organisers there are; null: the functions are not there yet, so nobody can be. */
export function lookAtStaff(organisers: number | null): Finding[] {
  const purpose = "settles the festival and the staff, at /organiser";
  if (organisers === null)
    return [{ name: "organiser", purpose: `${purpose}; asked for once the functions are there`, unset: true }];
  if (organisers > 0) return [{ name: "organiser", purpose }];
  const problem = `is missing. Make one: npx convex run organiser:create '{"email":"…","password":"…"}'`;
  return [{ name: "organiser", purpose, problem }];
}
