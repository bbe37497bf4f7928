/**
 * The only script that a public page needs. The page is finished HTML whose links work, so the app itself comes when the page has been
 * there for a while. It comes at once where it changes what is seen, for somebody who has used it before and after the festival, and
 * where visits are counted.
 */
export {};

/** As long as a screen has the network for itself. In milliseconds. */
const SCREEN_ALONE = 1_500;

const settings = document.querySelector<HTMLMetaElement>('meta[name="festival"]')?.content;
const { endsAt } = JSON.parse(settings ?? "{}") as { endsAt?: number | null };

const isCounted = Boolean(import.meta.env.VITE_ANALYTICS_ENDPOINT);

if (isCounted || hasStored() || Date.now() >= (endsAt ?? Infinity)) startApp();
else if (document.readyState === "complete") window.setTimeout(startApp, SCREEN_ALONE);
else window.addEventListener("load", () => window.setTimeout(startApp, SCREEN_ALONE), { once: true });

// A tapped notification leads from here too, until the app listens itself (`followNotifications`).
const follow = ({ data }: MessageEvent<{ type?: unknown; path?: unknown } | null>) => {
  if (data?.type === "open" && typeof data.path === "string") window.location.assign(data.path);
};
navigator.serviceWorker?.addEventListener("message", follow);
window.addEventListener("appfollows", () => navigator.serviceWorker?.removeEventListener("message", follow));

/** A browser may forbid a page its storage. */
function hasStored(): boolean {
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
