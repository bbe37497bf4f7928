import { StrictMode } from "react";
import { prerender } from "react-dom/static";
import { StaticRouter } from "react-router-dom";
import { Screens } from "./App";

const attendee = ["src/session/AttendeeSession.tsx", "src/session/RouteGuard.tsx"];

/** The addresses whose text is the same for everybody. The build makes each a file of its own, with this name. */
export const publicPages: Record<string, string> = {
  "/": "index.html",
  "/about": "about.html",
  "/faq": "faq.html",
  "/terms": "terms.html",
  "/privacy": "privacy.html",
  "/cookies": "cookies.html",
  "/refund-cancellation": "refund-cancellation.html",
};

/** Addresses that many begin at: the browser hears of their scripts with the page, not one after the other. */
export const entryPages: Record<string, string[]> = {
  "auth.html": [...attendee, "src/features/auth/AuthScreen.tsx"],
  "swipe.html": [
    ...attendee,
    "src/layout/MemberGuard.tsx",
    "src/layout/MemberLayout.tsx",
    "src/features/swipes/SwipeScreen.tsx",
  ],
};

/** The finished HTML of a public page: what belongs into its head, and what it shows. */
export async function render(path: string): Promise<{ head: string; body: string }> {
  const page = (
    <StrictMode>
      <StaticRouter location={path}>
        <Screens />
      </StaticRouter>
    </StrictMode>
  );
  // In one piece: parts that come later would need a script in the page, which its policy forbids.
  const { prelude } = await prerender(page, { progressiveChunkSize: Number.POSITIVE_INFINITY });
  const html = await new Response(prelude).text();
  const head = /^(?:<(?:title)>[^<]*<\/title>|<(?:meta|link)[^>]*>)*/.exec(html)?.[0] ?? "";
  return { head, body: html.slice(head.length) };
}
