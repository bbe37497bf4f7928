import { defineConfig } from "@playwright/test";
import { launchOptions } from "./e2e/chromium.ts";

/** Proof in a real browser: the system's Chromium, and the product started as a person starts it. */
export default defineConfig({
  testDir: "e2e",
  // What ends in .test.ts is of Vitest: it opens no page.
  testMatch: "**/*.spec.ts",
  outputDir: "test-results",
  // More than there are cores, because people wait now and then. Each has a product of its own: see e2e/fixtures.ts.
  workers: "150%",
  fullyParallel: true,
  // Ends of patience, not measures: what is there at once costs nothing on a machine that others keep busy.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [["list"], ["json"]] : "list",
  use: {
    actionTimeout: 30_000,
    // Without a picture of the page at each step, which every test would pay for.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false },
    screenshot: "only-on-failure",
    // In each new browser it would fetch the whole app. The specs of what it does allow it.
    serviceWorkers: "block",
    launchOptions,
  },
  projects: [
    { name: "proof", testIgnore: ["**/e2e/{screens,capacity,felt,nightly}/**"] },
    // Six pictures of a state take a while, and nothing here measures time.
    { name: "screens", testDir: "e2e/screens", expect: { timeout: 30_000 }, workers: 1 },
    { name: "capacity", testDir: "e2e/capacity", workers: 1 },
    { name: "felt", testDir: "e2e/felt", workers: 1 },
    { name: "nightly", testDir: "e2e/nightly", workers: 1 },
  ],
});
