import { existsSync } from "node:fs";

const find = (...places: (string | undefined)[]) => places.find((place) => place !== undefined && existsSync(place));
const chromium = find(process.env.CHROMIUM_PATH, "/usr/bin/chromium", "/usr/bin/google-chrome");
const shell = find(process.env.CHROMIUM_SHELL_PATH) ?? chromium;

/**
 * The browser of the tests: the system's Chromium without a window of its own (its shell) where that is installed, and without requests
 * of its own to the internet. A graphics card that the processor imitates takes a sixth of its time, so pages are drawn without one.
 */
export const launchOptions = optionsOf(shell);

/** The whole of Chromium, for what its shell does not do: it shows no notification. */
export const wholeBrowser = optionsOf(chromium);

function optionsOf(executablePath: string | undefined) {
  return {
    ...(executablePath ? { executablePath } : {}),
    args: ["--disable-background-networking", "--disable-component-update", "--no-first-run", "--disable-gpu"],
  };
}
