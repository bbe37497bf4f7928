import tailwindcss from "@tailwindcss/vite";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { fasterStore } from "./convex/testing/fasterStore.plugin.ts";
import { reactIsPreact } from "./dev/reactIsPreact.ts";
import { launchOptions } from "./e2e/chromium.ts";

// Files of a worker share its modules and signing key, so each test undoes its stubs.
const sharedModules = { isolate: false, restoreMocks: true, unstubEnvs: true, unstubGlobals: true };

/** The test projects. `http` tests REST against one running product. */
export default defineConfig({
  test: {
    // One worker per core.
    maxWorkers: "100%",
    projects: [
      {
        plugins: [fasterStore],
        test: {
          name: "convex",
          // Generous for a slow machine. No test measures time.
          testTimeout: 120_000,
          hookTimeout: 60_000,
          include: ["convex/**/*.test.ts"],
          setupFiles: ["convex/testing/setup.testing.ts"],
          ...sharedModules,
          server: { deps: { inline: ["convex-test"] } },
        },
      },
      {
        test: {
          name: "node",
          include: ["{packages,dev,deploy,scripts}/**/*.test.ts"],
          ...sharedModules,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "http",
          isolate: false,
          include: ["e2e/**/*.test.ts"],
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
          ...sharedModules,
        },
      },
      {
        plugins: [tailwindcss()],
        resolve: { alias: reactIsPreact },
        // React's production build. The development build takes a third of a page's time, and no test reads its
        // warnings.
        define: { "process.env.NODE_ENV": '"production"' },
        oxc: { jsx: { development: false } },
        test: {
          name: "screens",
          include: ["src/**/*.screen.test.tsx"],
          // Repeated here, because browser pages follow only this setting and would be one fewer.
          maxWorkers: "100%",
          setupFiles: ["src/testing/setup.ts"],
          // No such host exists: requests to it stay in the page.
          env: { VITE_CONVEX_URL: "http://deployment.test" },
          // Generous for a busy machine. A poll that succeeds at once costs nothing.
          testTimeout: 60_000,
          expect: { poll: { interval: 10, timeout: 15_000 } },
          // About one click in ten thousand tests is lost in this browser, with an unknown cause. A test that fails
          // twice in a row fails, and the report lists the repeated ones.
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
