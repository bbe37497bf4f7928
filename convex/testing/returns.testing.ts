/** Ravi deletes his account and comes back. */
import { api } from "../_generated/api";
import { deleteAccount } from "./auth.testing";
import { aMan, pair } from "./crowd.testing";
import { applicant, approve, moderator, type Person } from "./people.testing";
import { type Product, settled } from "./product.testing";
import { phoneOf, type ProfileInput } from "./profiles.testing";
import { block } from "./reports.testing";

/** A new account of Ravi that has one thing in common with his first. */
export const ravisAgain = {
  "the same address": { name: "Ravi", fields: { instagramHandle: "new.one", phoneNumber: "+911111111111" } },
  "the same handle in capitals": { name: "Zed", fields: { instagramHandle: "@Ravi.Insta" } },
  "the same number without the country": { name: "Zed", fields: { phoneNumber: phoneOf("Ravi").replace("+91", "0") } },
} satisfies Record<string, { name: string; fields: Partial<ProfileInput> }>;

/** Asha blocked Ravi, who then deleted his account. */
export async function blocked(): Promise<{ t: Product; asha: Person }> {
  const { t, asha, ravi } = await pair();
  await block(asha, ravi);
  await gone(t, ravi);
  return { t, asha };
}

export async function gone(t: Product, person: Person): Promise<void> {
  await deleteAccount(person);
  await settled(t);
}

export async function back(t: Product, by: keyof typeof ravisAgain): Promise<Person> {
  const again = await backWaiting(t, by);
  await approve(t, again);
  return again;
}

export async function backWaiting(t: Product, by: keyof typeof ravisAgain): Promise<Person> {
  return await applicant(t, nameOf(by), { ...aMan, ...ravisAgain[by].fields });
}

export function nameOf(by: keyof typeof ravisAgain): string {
  return ravisAgain[by].name;
}

/** Returns the hints about the profile that has waited longest. */
export async function knownIn(t: Product) {
  return (await (await moderator(t)).query(api.moderator.queue, {}))[0]!.knownBefore;
}
