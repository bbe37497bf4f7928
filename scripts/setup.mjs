import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const chromiumPaths = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const shellPaths = ["/usr/bin/chromium-headless-shell"];
const NO_CHROMIUM =
  "The browser tests need Chromium. On Debian: sudo apt-get install chromium. Elsewhere set CHROMIUM_PATH to it.";

/** Installs what is missing: packages, and for browser tests Chromium, with its headless shell. */
export async function setUp(root, { browser }) {
  checkNode();
  // Both mostly wait for the network, so they run side by side.
  await Promise.all([packagesInstalled(root) || installPackages(root), browser && setUpBrowsers()]);
}

/** Finds or installs the browsers. A browser in CHROMIUM_PATH takes precedence. The headless shell needs a quarter less processor time. */
async function setUpBrowsers() {
  const configured = process.env.CHROMIUM_PATH;
  if (configured && !existsSync(configured)) fail(`CHROMIUM_PATH names ${configured}, which does not exist.`);
  if (!configured && !(findIn(chromiumPaths) && findIn(shellPaths))) await installBrowsers();
  const chromium = configured || findIn(chromiumPaths) || fail(NO_CHROMIUM);
  const shell = configured || findIn(shellPaths) || chromium;
  Object.assign(process.env, { CHROMIUM_PATH: chromium, CHROMIUM_SHELL_PATH: shell });
}

function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(`This needs Node 20.19 or newer, and this is ${process.versions.node}. See https://nodejs.org/.`);
  }
}

/** Compares npm's record in node_modules with the lock file, so an install by hand counts as well. */
function packagesInstalled(root) {
  const installedLock = path.join(root, "node_modules/.package-lock.json");
  if (!existsSync(installedLock)) return false;
  const installed = JSON.parse(readFileSync(installedLock, "utf8")).packages;
  const locked = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8")).packages;
  return Object.entries(locked).every(
    ([name, { version, optional, devOptional, link }]) =>
      name === "" ||
      (link && existsSync(path.join(root, name))) ||
      installed[name]?.version === version ||
      ((optional || devOptional) && installed[name] === undefined),
  );
}

async function installPackages(root) {
  console.log("Installing packages…");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  await succeeds(npm, ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    shell: process.platform === "win32",
  });
  if (!packagesInstalled(root)) fail("The packages could not be installed. See npm's output above.");
}

function findIn(paths) {
  return paths.find((file) => existsSync(file));
}

/** Installs the browsers on Debian, which alone packages the headless shell. Tests work without it. */
async function installBrowsers() {
  if (process.getuid?.() !== 0 || !(await succeeds("apt-get", ["--version"]))) return;
  console.log("Installing Chromium…");
  const hasChromium = findIn(chromiumPaths) !== undefined;
  if ((await apt("install", "chromium", "chromium-headless-shell")) || hasChromium) return;
  await apt("update");
  if (!(await apt("install", "chromium", "chromium-headless-shell"))) await apt("install", "chromium");
}

async function apt(command, ...packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return await succeeds("apt-get", [command, "-y", "--no-install-recommends", ...packages], { env });
}

/** Runs a command. Returns true if it succeeded. Shows its errors. */
async function succeeds(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ["ignore", "ignore", "inherit"], ...options });
  const [status] = await once(child, "close").catch(() => [null]);
  return status === 0;
}

function fail(sentence) {
  throw Object.assign(new Error(sentence), { expected: true });
}
