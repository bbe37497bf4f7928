import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const chromiumPlaces = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Installs what is missing: packages, the native database driver, and for browser tests Chromium. */
export async function setUp(root, { browser }) {
  checkNode();
  if (!packagesInstalled(root)) installPackages(root);
  if (!driverWorks(root)) rebuildDriver(root);
  if (browser) process.env.CHROMIUM_PATH = findChromium() ?? installChromium();
}

function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(`This needs Node 20.19 or newer; here runs ${process.versions.node}. See https://nodejs.org/.`);
  }
}

/** npm leaves in node_modules what it installed; that is compared, so an install by hand counts as well. */
function packagesInstalled(root) {
  const left = path.join(root, "node_modules/.package-lock.json");
  if (!existsSync(left)) return false;
  const there = JSON.parse(readFileSync(left, "utf8")).packages;
  const wanted = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8")).packages;
  return Object.entries(wanted).every(
    ([name, { version, optional, devOptional, link }]) =>
      name === "" ||
      (link && existsSync(path.join(root, name))) ||
      there[name]?.version === version ||
      ((optional || devOptional) && there[name] === undefined),
  );
}

function installPackages(root) {
  console.log("Installing packages…");
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  // A driver whose build fails takes the whole install with it; without scripts the rest is there, and the driver comes next.
  const ways = [["ci"], ["install", "--no-save", "--ignore-scripts"]];
  for (const way of ways) {
    npm(root, [...way, ...quiet]);
    if (packagesInstalled(root)) return;
  }
  fail("The packages could not be installed; npm said why above.");
}

function driverWorks(root) {
  try {
    const Database = createRequire(path.join(root, "package.json"))("better-sqlite3");
    new Database(":memory:").close();
    return true;
  } catch {
    return false;
  }
}

/** Its install script was not run, failed, or ran under another Node. */
function rebuildDriver(root) {
  console.log("Building the database driver (a minute)…");
  const rebuild = () => npm(root, ["rebuild", "better-sqlite3", "--ignore-scripts=false", "--loglevel=error"]);
  rebuild();
  if (driverWorks(root)) return;
  if (missingCompilers().length > 0 && aptInstall(["python3", "make", "g++"])) rebuild();
  if (driverWorks(root)) return;
  const missing = missingCompilers();
  fail(
    missing.length > 0
      ? `The database driver better-sqlite3 must be compiled here and needs ${missing.join(", ")}. On Debian or Ubuntu: sudo apt-get install python3 make g++`
      : "The database driver better-sqlite3 could not be compiled; the compiler said why above.",
  );
}

function missingCompilers() {
  return ["python3", "make", "g++"].filter((tool) => spawnSync(tool, ["--version"], { stdio: "ignore" }).status !== 0);
}

function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named && !existsSync(named)) fail(`CHROMIUM_PATH names ${named}, which is not there.`);
  return named || chromiumPlaces.find((place) => existsSync(place));
}

function installChromium() {
  console.log("Installing Chromium…");
  aptInstall(["chromium"]);
  return (
    findChromium() ??
    fail(
      "The browser tests need Chromium. On Debian: sudo apt-get install chromium. Elsewhere set CHROMIUM_PATH to it.",
    )
  );
}

function aptInstall(packages) {
  if (process.getuid?.() !== 0 || spawnSync("apt-get", ["--version"], { stdio: "ignore" }).status !== 0) return false;
  const quiet = { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  const install = () =>
    spawnSync("apt-get", ["install", "-y", "--no-install-recommends", ...packages], quiet).status === 0;
  return install() || (spawnSync("apt-get", ["update"], quiet).status === 0 && install());
}

function npm(root, args) {
  // Node's own headers usually lie beside it; with them a driver can be compiled where nodejs.org cannot be reached.
  const prefix = path.resolve(process.execPath, "../..");
  const headers = existsSync(path.join(prefix, "include/node/node.h")) ? { npm_config_nodedir: prefix } : {};
  const run = process.platform === "win32" ? "npm.cmd" : "npm";
  return spawnSync(run, args, {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...headers, ...process.env },
  });
}

function fail(sentence) {
  throw Object.assign(new Error(sentence), { expected: true });
}
