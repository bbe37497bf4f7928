/**
 * The only script of a public page. The page is finished HTML with working links, so the app itself loads a while later. It loads at once
 * if it would change the page: for returning users, after the festival, and where visits are counted.
 */
export {};

/** Milliseconds before the app loads. */
const START_DELAY = 1_500;

const settings = document.querySelector<HTMLMetaElement>('meta[name="festival"]')?.content;
const { endsAt } = JSON.parse(settings ?? "{}") as { endsAt?: number | null };

const isCounted = Boolean(import.meta.env.VITE_ANALYTICS_ENDPOINT);

if (isCounted || hasStoredData() || Date.now() >= (endsAt ?? Infinity)) startApp();
else if (document.readyState === "complete") window.setTimeout(startApp, START_DELAY);
else window.addEventListener("load", () => window.setTimeout(startApp, START_DELAY), { once: true });

// Follows a tapped notification until the app does (`followNotifications`).
const follow = ({ data }: MessageEvent<{ type?: unknown; path?: unknown } | null>) => {
  if (data?.type === "open" && typeof data.path === "string") window.location.assign(data.path);
};
navigator.serviceWorker?.addEventListener("message", follow);
window.addEventListener("appfollows", () => navigator.serviceWorker?.removeEventListener("message", follow));

/** A browser may forbid a page its storage. */
function hasStoredData(): boolean {
  try {
    return window.localStorage.length > 0;
  } catch {
    return false;
  }
}

/** The build writes the address of `src/main.tsx` into the page. Without it the links load each page from the server. */
function startApp() {
  const { app = "" } = document.querySelector<HTMLElement>("script[data-app]")?.dataset ?? {};
  void import(/* @vite-ignore */ app).catch(() => undefined);
}
