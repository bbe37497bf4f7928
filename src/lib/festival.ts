import { createContext, use, useSyncExternalStore } from "react";
import type { FestivalPage } from "../../convex/shared/festivalTexts";
import { callOverHttp } from "./callOverHttp";

/** The settings as the page came with them: its host writes them into a `meta` element (`convex/shared/festivalPages.ts`). */
let ofPage: FestivalPage | null = null;
let current: FestivalPage | null = null;
const listeners = new Set<() => void>();

/**
 * The festival's settings, live: screens with a client are told of changes (`session/FestivalFeed.tsx`), others ask when they are opened or seen
 * again. For every screen: it needs no client.
 */
export function useFestival(): FestivalPage {
  const live = useSyncExternalStore(subscribe, currentFestival, festivalOfPage);
  return use(FestivalPreview) ?? live;
}

/** Settings that only what is below sees: what organisers type, before they save it. */
export const FestivalPreview = createContext<FestivalPage | null>(null);

/** The settings now, for what is no component. */
export function currentFestival(): FestivalPage {
  return (current ??= festivalOfPage());
}

/** Takes newer settings over. */
export function updateFestival(festival: FestivalPage): void {
  current = festival;
  document.documentElement.dataset.accent = current.accent;
  for (const listener of listeners) listener();
}

/** While the public pages are made, and between tests: the settings that a page comes with. */
export function setFestivalOfPage(festival: FestivalPage): void {
  ofPage = festival;
  current = null;
}

/** Asks the deployment by plain HTTP, now and whenever the page is seen again. Answers how to stop. */
export function followFestival(): () => void {
  const ask = () => void (document.visibilityState === "visible" && fetchFestival());
  document.addEventListener("visibilitychange", ask);
  ask();
  return () => document.removeEventListener("visibilitychange", ask);
}

async function fetchFestival() {
  try {
    const response = await callOverHttp(String(import.meta.env.VITE_CONVEX_URL), "query", "festival:settings", {});
    const { status, value } = (await response.json()) as { status: string; value: FestivalPage };
    if (status === "success") updateFestival(value);
  } catch {
    // The page keeps what it came with.
  }
}

function festivalOfPage(): FestivalPage {
  return (ofPage ??= JSON.parse(
    document.querySelector<HTMLMetaElement>("meta[name=festival]")?.content ?? "",
  ) as FestivalPage);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
