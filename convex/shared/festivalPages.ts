/**
 * The festival's settings in the files of the built page. The build renders the pages once, with a placeholder for each setting. The
 * server of the pages fills them in, so title, description and text are right before any script loads.
 */
import { escaped } from "./html.ts";
import { withTexts, type FestivalPage } from "./festivalTexts.ts";

/** Placeholders as settings. The build renders the public pages with them. */
export const placeholders: FestivalPage = {
  ...withTexts({
    name: "[[festival:name]]",
    edition: "[[festival:edition]]",
    supportEmail: "[[festival:supportEmail]]",
    socialUrl: "[[festival:socialUrl]]",
    helpPoint: "[[festival:helpPoint]]",
    line: "[[festival:line]]",
    accent: "sunset",
    announcement: null,
    timeZone: "UTC",
    firstDay: null,
    lastDay: null,
    signUps: "open",
    signUpsFrom: null,
    signUpsUntil: null,
    sales: "open",
    version: 0,
  }),
  days: "[[festival:days]]",
  description: "[[festival:description]]",
  picture: "[[festival:picture]]",
  socialPicture: "[[festival:socialPicture]]",
  period: "[[festival:period]]",
  erasing: "[[festival:erasing]]",
  erasingLatest: "[[festival:erasingLatest]]",
};

export function hasPlaceholders(content: string): boolean {
  return content.includes("[[festival:");
}

/** Returns a file with the settings filled in: HTML, or the app's manifest. */
export function fillIn(name: string, content: string, page: FestivalPage): string {
  const asText = name.endsWith(".html") ? escaped : inJson;
  return content.replace(/\[\[festival:(\w+)\]\]/g, (_, setting: string) =>
    asText(setting === "all" ? JSON.stringify(page) : String(page[setting as keyof FestivalPage] ?? "")),
  );
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
