import { defineConfig } from "@playwright/test";
import { launchOptions } from "./e2e/chromium.ts";

/** Tests in the system's Chromium, against the product started as a person starts it. */
export default defineConfig({
  testDir: "e2e",
  // Files that end in .test.ts belong to Vitest and open no page.
  testMatch: "**/*.spec.ts",
  outputDir: "test-results",
  globalSetup: "./e2e/globalSetup.ts",
  // More workers than cores, because tests wait at times. Each worker has its own product: see e2e/fixtures.ts.
  workers: "150%",
  fullyParallel: true,
  // Generous for a busy machine. No test measures time.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [["list"], ["json"]] : "list",
  use: {
    actionTimeout: 30_000,
    // Off, because traces slow every test down. To record one: `npm run e2e -- NAME --trace on`.
    screenshot: "only-on-failure",
    // In each new browser a service worker would fetch the whole app. Specs about it allow it.
    serviceWorkers: "block",
    launchOptions,
  },
  projects: [
    { name: "proof", testIgnore: ["**/e2e/{screens,capacity,felt,nightly}/**"] },
    // Six pictures of a screen take a while.
    { name: "screens", testDir: "e2e/screens", expect: { timeout: 30_000 }, workers: 1 },
    { name: "capacity", testDir: "e2e/capacity", workers: 1 },
    { name: "felt", testDir: "e2e/felt", workers: 1 },
    { name: "nightly", testDir: "e2e/nightly", workers: 1 },
  ],
});
