import { daysAround } from "../../convex/shared/festivalDefaults";
import { withTexts, type FestivalPage } from "../../convex/shared/festivalTexts";

/** A festival that is on, for the screens under test. */
export const festival: FestivalPage = withTexts({
  name: "Festival Match",
  edition: "2025",
  supportEmail: "support@festivalmatch.app",
  socialUrl: "https://www.instagram.com/festivalmatch",
  helpPoint: "",
  line: "",
  accent: "sunset",
  announcement: null,
  timeZone: "Asia/Kolkata",
  ...daysAround(Date.now()),
  signUps: "open",
  signUpsFrom: null,
  signUpsUntil: null,
  sales: "open",
  version: 1,
});
