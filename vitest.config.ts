import { defineConfig } from "vitest/config";

/** Three rooms with tests of their own; the browser proof (e2e) is Playwright's. */
export default defineConfig({
  test: {
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
      { test: { name: "src", include: ["src/**/*.test.ts", "src/**/*.test.tsx"], environment: "node" } },
    ],
  },
});
