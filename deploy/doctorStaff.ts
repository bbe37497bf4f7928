/** Checks the staff before going live. Calls no deployment. */
import type { Finding } from "./doctorSettings.ts";

/** Checks the number of organisers. Null: the functions are not deployed, so there can be none. */
export function lookAtStaff(organisers: number | null): Finding[] {
  const purpose = "settles the festival and the staff, at /organiser";
  if (organisers === null)
    return [{ name: "organiser", purpose: `${purpose}; asked for once the functions are there`, unset: true }];
  if (organisers > 0) return [{ name: "organiser", purpose }];
  const problem = `is missing. Make one: npx convex run organiser:create '{"email":"…","password":"…"}'`;
  return [{ name: "organiser", purpose, problem }];
}
