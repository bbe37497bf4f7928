import { useEffect } from "react";
import { useLocation } from "react-router-dom";

let tracker: Promise<typeof import("@plausible-analytics/tracker")> | null = null;

/** Counts page views, if a collector is set (VITE_ANALYTICS_DOMAIN, VITE_ANALYTICS_ENDPOINT). */
export function PageViews() {
  const { pathname } = useLocation();
  useEffect(() => count(pathname), [pathname]);
  return null;
}

/** Returns the part of an address that the collector may know: the screen, without query, token, order number or handle. */
export function countedPath(pathname: string): string {
  return pathname
    .replace(/^(\/reset-password)\/.+/, "$1/…")
    .split("/")
    .map((part) => (/^[a-z-]{0,30}$/.test(part) ? part : "…"))
    .join("/");
}

/** Returns the site a visitor came from, without the path. Null for this site. */
export function countedReferrer(referrer: string, ownOrigin: string): string | null {
  const origin = URL.canParse(referrer) ? new URL(referrer).origin : ownOrigin;
  return origin === ownOrigin ? null : `${origin}/`;
}

function count(pathname: string) {
  const domain: string | undefined = import.meta.env.VITE_ANALYTICS_DOMAIN;
  const endpoint: string | undefined = import.meta.env.VITE_ANALYTICS_ENDPOINT;
  if (!domain || !endpoint) return;
  tracker ??= pageLoaded().then(() => start({ domain, endpoint }));
  const url = window.location.origin + countedPath(pathname);
  // A content blocker may prevent the count.
  tracker.then(({ track }) => track("pageview", { url })).catch(() => undefined);
}

async function start(collector: { domain: string; endpoint: string }) {
  const library = await import("@plausible-analytics/tracker");
  library.init({
    ...collector,
    // The automatic count would send whole addresses.
    autoCapturePageviews: false,
    // A collector set for a local start works there too.
    captureOnLocalhost: true,
    bindToWindow: false,
    logging: false,
    transformRequest: (view) => ({ ...view, r: countedReferrer(document.referrer, window.location.origin) }),
  });
  return library;
}

/** Resolves once the page itself has loaded. */
function pageLoaded() {
  if (document.readyState === "complete") return Promise.resolve();
  return new Promise<void>((resolve) => window.addEventListener("load", () => resolve(), { once: true }));
}
