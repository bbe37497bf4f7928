import { type ReactNode, StrictMode } from "react";
import { renderToString } from "preact-render-to-string";
import { StaticRouter } from "react-router-dom";
import { placeholders } from "../convex/shared/festivalPages";
import { Screens } from "./App";
import { ScreenSkeleton } from "./components/ScreenSkeleton";
import { ComingDeck } from "./layout/MemberGuard";
import { setFestivalOfPage } from "./lib/festival";
import { fetchParts } from "./lib/lazyPart";

setFestivalOfPage(placeholders);

const attendee = ["src/session/AttendeeSession.tsx", "src/session/RouteGuard.tsx"];

/** Pages with the same text for everybody, and the file that the build makes for each. */
export const publicPages: Record<string, string> = {
  "/": "index.html",
  "/about": "about.html",
  "/faq": "faq.html",
  "/terms": "terms.html",
  "/privacy": "privacy.html",
  "/cookies": "cookies.html",
  "/refund-cancellation": "refund-cancellation.html",
};

/** Files for the usual first pages of a visit. Each lists all its scripts, so that the browser fetches them at once, in this order. */
export const entryPages: Record<string, string[]> = {
  "shell.html": [],
  "auth.html": [...attendee, "src/features/auth/AuthScreen.tsx"],
  "swipe.html": [
    "src/early.ts",
    ...attendee,
    "src/layout/MemberGuard.tsx",
    "src/layout/MemberLayout.tsx",
    "src/features/swipes/SwipeScreen.tsx",
  ],
};

/** What each file shows until the app has loaded. */
const skeletons: Record<string, ReactNode> = {
  "auth.html": <ScreenSkeleton />,
  "shell.html": <ScreenSkeleton />,
  "swipe.html": <ComingDeck />,
};

/** Returns the finished HTML of a file: additions to its head, and its body. */
export async function render(file: string): Promise<{ head: string; body: string }> {
  const path = Object.keys(publicPages).find((address) => publicPages[address] === file);
  const page = (
    <StrictMode>
      {path === undefined ? (
        // Its hidden heading must not fetch the poster font before the scripts.
        <div className="[--font-poster:sans-serif]">{skeletons[file]}</div>
      ) : (
        <StaticRouter location={path}>
          <Screens />
        </StaticRouter>
      )}
    </StrictMode>
  );
  if (path !== undefined) await fetchParts([path]);
  const html = renderToString(page);
  const head = /<title>[^<]*<\/title>/.exec(html)?.[0] ?? "";
  return { head, body: html.replace(head, "") };
}
