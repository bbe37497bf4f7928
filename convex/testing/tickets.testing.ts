import type { Infer } from "convex/values";
import { api } from "../_generated/api";
import { organiser, type Person } from "./people.testing";
import { settled, type Product } from "./product.testing";
import type { ticketRules } from "../validators/tickets";

type Rules = Infer<typeof ticketRules>;

/** Creates an organiser of a festival with these tickets. */
export async function gate(t: Product, codes: string[] = [], label = ""): Promise<Person> {
  const desk = await organiser(t);
  if (codes.length === 0) return desk;
  await desk.mutation(api.tickets.add, { codes, label });
  const rules = { domains: [], domainsMark: false, domainsOnly: false, codes: "optional" as const };
  await desk.mutation(api.tickets.saveSettings, { version: 0, rules });
  return desk;
}

/** Saves the rules, and waits until the marks are updated. */
export async function settle(t: Product, desk: Person, rules: Partial<Rules>): Promise<void> {
  const { version, ...before } = await desk.query(api.tickets.rules, {});
  await desk.mutation(api.tickets.saveSettings, { version, rules: { ...before, ...rules } });
  await settled(t);
}

/** Returns the result of a claim, in a word. */
export async function claim(person: Person, code: string): Promise<string> {
  return (await person.mutation(api.tickets.claim, { code })).kind;
}

/** Returns whether a person's profile says that they are at the festival. */
export async function hasMark(t: Product, { userId }: Person): Promise<boolean> {
  const profiles = await t.run(async ({ db }) => await db.query("profiles").take(100));
  return profiles.find((profile) => profile.userId === userId)?.atFestival === true;
}
