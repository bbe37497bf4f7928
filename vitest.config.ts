import { defineConfig } from "vitest/config";

/** The tests that need no browser: of each room, and of REST over HTTP against one running product (`http`). */
export default defineConfig({
  test: {
    // As many as there are cores, not one fewer.
    maxWorkers: "100%",
    projects: [
      {
        test: {
          name: "convex",
          // A slow machine is no failure: nothing here measures time.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          include: ["convex/**/*.test.ts"],
          environment: "edge-runtime",
          server: { deps: { inline: ["convex-test"] } },
        },
      },
      {
        test: {
          name: "node",
          include: ["{packages,dev,deploy,scripts}/**/*.test.ts"],
          environment: "node",
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "http",
          include: ["e2e/**/*.test.ts"],
          environment: "node",
          globalSetup: "e2e/rest/globalSetup.ts",
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { interval: 20, timeout: 15_000 } },
        },
      },
      { test: { name: "src", include: ["src/**/*.test.ts", "src/**/*.test.tsx"], environment: "node" } },
    ],
  },
});
