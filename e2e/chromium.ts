import { existsSync } from "node:fs";

const executablePath = process.env.CHROMIUM_PATH ?? ["/usr/bin/chromium", "/usr/bin/google-chrome"].find(existsSync);

/**
 * The browser of all tests: the system's Chromium, without requests of its own to the internet. A graphics card that the processor
 * imitates takes a sixth of its time, so pages are drawn without one.
 */
export const launchOptions = {
  ...(executablePath ? { executablePath } : {}),
  args: ["--disable-background-networking", "--disable-component-update", "--no-first-run", "--disable-gpu"],
};
