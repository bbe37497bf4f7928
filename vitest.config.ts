import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { fasterStore } from "./convex/testing/fasterStore.plugin.ts";
import { launchOptions } from "./e2e/chromium.ts";

/** The tests that need no browser: of each room, and of REST over HTTP against one running product (`http`). */
export default defineConfig({
  test: {
    // As many as there are cores, not one fewer.
    maxWorkers: "100%",
    projects: [
      {
        plugins: [fasterStore],
        test: {
          name: "convex",
          // A slow machine is no failure: nothing here measures time.
          testTimeout: 120_000,
          hookTimeout: 60_000,
          include: ["convex/**/*.test.ts"],
          setupFiles: ["convex/testing/setup.testing.ts"],
          environment: "edge-runtime",
          // Files of one worker share its modules and the signing key made there. So each test undoes what it has put in
          // the place of something.
          isolate: false,
          restoreMocks: true,
          unstubEnvs: true,
          unstubGlobals: true,
          server: { deps: { inline: ["convex-test"] } },
        },
      },
      {
        test: {
          name: "node",
          include: ["{packages,dev,deploy,scripts}/**/*.test.ts"],
          environment: "node",
          isolate: false,
          restoreMocks: true,
          unstubEnvs: true,
          unstubGlobals: true,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "http",
          isolate: false,
          include: ["e2e/**/*.test.ts"],
          environment: "node",
          globalSetup: "e2e/rest/globalSetup.ts",
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { interval: 20, timeout: 15_000 } },
        },
      },
      {
        oxc: { jsx: { development: false } },
        test: {
          name: "src",
          include: ["src/**/*.test.ts", "src/**/*.test.tsx"],
          exclude: ["src/**/*.screen.test.tsx"],
          environment: "node",
        },
      },
      {
        plugins: [react(), tailwindcss()],
        // React as people get it. Its build for development takes a third of a page's time, and no test reads its warnings.
        define: { "process.env.NODE_ENV": '"production"' },
        oxc: { jsx: { development: false } },
        test: {
          name: "screens",
          include: ["src/**/*.screen.test.tsx"],
          // Said here again: pages of the browser are counted by this alone, and would be one fewer.
          maxWorkers: "100%",
          setupFiles: ["src/testing/setup.ts"],
          // No such host: what the page sends there stays in the page.
          env: { VITE_CONVEX_URL: "http://deployment.test" },
          // Ends of patience on a busy machine, not measures. What is there at once costs no more than a look.
          testTimeout: 60_000,
          expect: { poll: { interval: 10, timeout: 15_000 } },
          // Once in some ten thousand tests a click in this browser was lost, and the cause was not found in 360 repetitions of
          // that test. One that fails twice in a row fails; the report says which were repeated.
          retry: 1,
          isolate: false,
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({ launchOptions, contextOptions: { reducedMotion: "reduce" } }),
            instances: [{ browser: "chromium" }],
            viewport: { width: 390, height: 844 },
            screenshotFailures: false,
          },
        },
      },
    ],
  },
});
