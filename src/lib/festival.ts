import { createContext, useContext, useSyncExternalStore } from "react";
import type { FestivalPage } from "../../convex/shared/festivalTexts";
import { callOverHttp } from "./callOverHttp";
import { listen, Listeners } from "./events";

/** The settings in the served page. The host writes them into a `meta` element (`convex/shared/festivalPages.ts`). */
let pageFestival: FestivalPage | null = null;
let current: FestivalPage | null = null;
const listeners = new Listeners();

/** The festival's settings, live. Screens with a client subscribe (`session/SessionProvider.tsx`). Others use `followFestival`. */
export function useFestival(): FestivalPage {
  const live = useSyncExternalStore(listeners.add, currentFestival, festivalOfPage);
  return useContext(FestivalPreview) ?? live;
}

/** The unsaved settings of the organisers' preview. */
export const FestivalPreview = createContext<FestivalPage | null>(null);

/** Returns the current settings, for code outside components. */
export function currentFestival(): FestivalPage {
  return (current ??= festivalOfPage());
}

export function updateFestival(festival: FestivalPage): void {
  current = festival;
  document.documentElement.dataset.accent = current.accent;
  listeners.call();
}

/** Sets the settings that a page starts with, for prerendering and for tests. */
export function setFestivalOfPage(festival: FestivalPage): void {
  pageFestival = festival;
  current = null;
}

/** Fetches the settings by plain HTTP, now and whenever the page is seen again. Returns how to stop. */
export function followFestival(): () => void {
  const refresh = () => void (document.visibilityState === "visible" && fetchFestival());
  refresh();
  return listen(document, "visibilitychange", refresh);
}

async function fetchFestival() {
  try {
    const response = await callOverHttp(String(import.meta.env.VITE_CONVEX_URL), "query", "festival:settings", {});
    const { status, value } = (await response.json()) as { status: string; value: FestivalPage };
    if (status === "success") updateFestival(value);
  } catch {
    // The page keeps its settings.
  }
}

function festivalOfPage(): FestivalPage {
  return (pageFestival ??= JSON.parse(
    document.querySelector<HTMLMetaElement>("meta[name=festival]")?.content ?? "",
  ) as FestivalPage);
}
