import { withTexts, type FestivalPage } from "../../convex/shared/festivalTexts";

/** The festival of the screens under test. */
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
  firstDay: "2025-12-18",
  lastDay: "2025-12-21",
  signUps: "open",
  signUpsFrom: null,
  signUpsUntil: null,
  sales: "open",
  version: 1,
});
