import { setAppBadge } from "../lib/appBadge";
import { forgetPush } from "../lib/browserPush";
import { clearDrafts } from "../lib/draft";
import { clearCache } from "./cache";
import { Connections } from "./connections";

/** The connection of this browser's attendee. It needs no component, so `early.ts` uses it before the app has loaded. */
export const attendeeConnections = new Connections("attendee", () => {
  clearDrafts();
  clearCache();
  setAppBadge(0);
  forgetPush();
});
