import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { Id } from "../../convex/_generated/dataModel";
import { newThread, showThread } from "../features/chat/chat.testing";
import { show } from "../testing/page";
import { match } from "../testing/people";

test("with a collector set, page views are counted by screen, without tokens, order ids or people", async () => {
  const endpoint = "http://collector.test/api/event";
  vi.stubEnv("VITE_ANALYTICS_DOMAIN", "festival.example");
  vi.stubEnv("VITE_ANALYTICS_ENDPOINT", endpoint);
  // The library ignores automated browsers unless this is set.
  vi.stubGlobal("__plausible", true);
  const { fetch } = window;
  const bodies: string[] = [];
  vi.stubGlobal("fetch", (...[to, init]: Parameters<typeof fetch>) => {
    if (to !== endpoint) return fetch(to, init);
    bodies.push(String(init?.body));
    return Promise.resolve(new Response("ok"));
  });
  onTestFinished(() => void vi.unstubAllEnvs().unstubAllGlobals());
  const counted = () =>
    bodies
      .map((body) => JSON.parse(body) as { n: string; u: string })
      .filter(({ n }) => n === "pageview")
      .map(({ u }) => u.replace(window.location.origin, ""));

  show("/?utm_source=poster#top");
  await page.getByRole("contentinfo").getByRole("link", { name: "Terms" }).click();
  await expect.poll(counted).toEqual(["/", "/terms"]);
  show("/reset-password/secretsecretsecret?order_id=order_1");
  await expect.poll(() => counted().at(-1)).toBe("/reset-password/…");
  show("/payment-success?order_id=order_1764000000000_secret");
  await expect.poll(() => counted().at(-1)).toBe("/auth");
  expect(bodies.join()).not.toMatch(/secret|order_|utm_/);

  const ravi = { ...match("Ravi"), matchId: "j57bm3v0z8qk2xw4n6c1rt9dhs5fye7" as Id<"matches"> };
  showThread(newThread(ravi));
  await expect.element(page.getByRole("heading", { level: 1, name: "Ravi, 22" })).toBeVisible();
  await expect.poll(() => counted().at(-1)).toBe("/matches/…");
  expect(bodies.join()).not.toMatch(/j57bm3|ravi|asha/i);
});
