import { existsSync } from "node:fs";

const find = (...paths: (string | undefined)[]) => paths.find((path) => path !== undefined && existsSync(path));
const chromium = find(process.env.CHROMIUM_PATH, "/usr/bin/chromium", "/usr/bin/google-chrome");
const shell = find(process.env.CHROMIUM_SHELL_PATH) ?? chromium;

/**
 * The test browser: the system's headless shell if installed, without background requests. Software rendering of the GPU would take a sixth
 * of the processor time, so the GPU is off. Playwright's debugger takes stack traces. For these V8 would parse scripts a second time, so it
 * keeps the source positions of the first time.
 */
export const launchOptions = optionsOf(shell);

/** Full Chromium, because the headless shell shows no notifications. */
export const fullBrowser = optionsOf(chromium);

function optionsOf(executablePath: string | undefined) {
  return {
    ...(executablePath ? { executablePath } : {}),
    args: [
      "--disable-background-networking",
      "--disable-component-update",
      "--no-first-run",
      "--disable-gpu",
      "--js-flags=--no-enable-lazy-source-positions",
    ],
  };
}
