import { useEffect } from "react";
import { useLocation } from "react-router-dom";

const domain: string | undefined = import.meta.env.VITE_ANALYTICS_DOMAIN;
const endpoint: string | undefined = import.meta.env.VITE_ANALYTICS_ENDPOINT;

let tracker: Promise<typeof import("@plausible-analytics/tracker")> | null = null;

/** Counts the screens that are looked at, where a collector is set (VITE_ANALYTICS_DOMAIN, VITE_ANALYTICS_ENDPOINT). */
export function PageViews() {
  const { pathname } = useLocation();
  useEffect(() => count(pathname), [pathname]);
  return null;
}

/** What the collector may know of an address: which screen it is, not for whom. No query, no token, no number of an order. */
export function countedPath(pathname: string): string {
  return pathname
    .replace(/^(\/reset-password)\/.+/, "$1/…")
    .split("/")
    .map((part) => (part.length > 30 || part.startsWith("order_") ? "…" : part))
    .join("/");
}

/** Where somebody came from, without what they did there; nothing when it was here. */
export function countedReferrer(referrer: string, own: string): string | null {
  const origin = URL.canParse(referrer) ? new URL(referrer).origin : own;
  return origin === own ? null : `${origin}/`;
}

function count(pathname: string) {
  if (!domain || !endpoint) return;
  tracker ??= loaded().then(() => start({ domain, endpoint }));
  const url = window.location.origin + countedPath(pathname);
  // Whom a blocker keeps from being counted is not counted.
  tracker.then(({ track }) => track("pageview", { url })).catch(() => undefined);
}

async function start(where: { domain: string; endpoint: string }) {
  const library = await import("@plausible-analytics/tracker");
  library.init({
    ...where,
    // It would send addresses as they are.
    autoCapturePageviews: false,
    // Whoever names a collector for a local start wants to see it work.
    captureOnLocalhost: true,
    bindToWindow: false,
    logging: false,
    transformRequest: (view) => ({ ...view, r: countedReferrer(document.referrer, window.location.origin) }),
  });
  return library;
}

/** Counting never comes before what is counted. */
function loaded() {
  if (document.readyState === "complete") return Promise.resolve();
  return new Promise<void>((resolve) => window.addEventListener("load", () => resolve(), { once: true }));
}
