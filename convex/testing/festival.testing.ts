import { api, internal } from "../_generated/api";
import { DAY, pass } from "./clock.testing";
import type { Person } from "./people.testing";
import { settled, type Product } from "./product.testing";

export type Settings = (typeof api.festival.save)["_args"]["settings"];

/** Returns valid settings, with four days in December 2030. */
export function festivalInput(more: Partial<Settings> = {}): Settings {
  return {
    name: "Festival Match",
    edition: "2030",
    firstDay: "2030-12-18",
    lastDay: "2030-12-21",
    timeZone: "Asia/Kolkata",
    supportEmail: "help@festival.test",
    socialUrl: "https://www.instagram.com/festival",
    helpPoint: "",
    line: "",
    accent: "sunset",
    signUps: "open",
    signUpsFrom: null,
    signUpsUntil: null,
    sales: "open",
    ...more,
  };
}

export async function saves(who: Person, change: Partial<Settings>): Promise<void> {
  const { version } = await who.query(api.festival.settings, {});
  await who.mutation(api.festival.save, { version, settings: festivalInput(change) });
}

export async function announces(
  who: Person,
  text: string,
  more: { until?: string | null; mail?: boolean; push?: boolean } = {},
): Promise<void> {
  await who.mutation(api.festival.announce, { text, until: null, mail: false, push: false, ...more });
}

/** Returns the date this many days from now. */
export function inDays(days: number): string {
  return new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
}

/** Saves, as an organiser, a festival whose last day is this many days from now. */
export async function endsIn(who: Person, days: number): Promise<void> {
  await saves(who, { firstDay: inDays(days - 2), lastDay: inDays(days) });
}

/** Lets days pass, then runs the cron of a festival's end and all jobs that it starts. */
export async function closingDue(t: Product, days = 0): Promise<void> {
  if (days > 0) pass(days * DAY);
  await t.mutation(internal.closing.runDueSteps, {});
  await settled(t);
}
