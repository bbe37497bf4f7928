/** The festival in tests: what an organiser types. */
import type { api } from "./_generated/api";

export type Settings = (typeof api.festival.save)["_args"]["settings"];

/** Right settings, four days in December 2030. */
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
