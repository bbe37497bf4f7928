import type { FestivalPage } from "../convex/shared/festivalTexts.ts";

/** Returns a deployment's festival settings, or null if it does not respond. */
export async function fetchFestival(convexUrl: string): Promise<FestivalPage | null> {
  const body = JSON.stringify({ path: "festival:settings", format: "convex_encoded_json", args: [{}] });
  const headers = { "Content-Type": "application/json" };
  try {
    const response = await fetch(new URL("/api/query", convexUrl), {
      ...{ method: "POST", headers, body, signal: AbortSignal.timeout(5_000) },
    });
    const result = (await response.json()) as { status: string; value: FestivalPage };
    return result.status === "success" ? result.value : null;
  } catch {
    return null;
  }
}
