import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { startDeployment } from "local-convex";
import { festivalFrom } from "../convex/shared/festivalDefaults";
import { withTexts, type FestivalPage } from "../convex/shared/festivalTexts";
import { fetchFestival } from "../deploy/fetchFestival";
import { ExpectedError } from "../deploy/expected";
import { fingerprint } from "../packages/local-convex/bundle.mjs";
import { dashboardFolder } from "../packages/local-convex/dashboard.mjs";
import { backupRunning } from "./backup";
import { checkFolder, withRestoreHint } from "./damage";
import { checkDataVersion } from "./dataVersion";
import { Deployment, FUNCTIONS } from "./deployment";
import { recordDeletions } from "./deletions";
import { demoPeople, likeNewcomers, type Demo } from "./demo";
import { startDevPage } from "./devPage";
import {
  backupMinutesOf,
  demoPeopleLike,
  keysOf,
  pagesOf,
  localConfigOf,
  readJson,
  settingsOf,
  lockForStart,
  readyFileOf,
  usesStandIn,
  writePrivate,
  type Keys,
  type LocalConfig,
} from "./env";
import { startCashfree } from "./standIns/cashfree/server";
import { startPush } from "./standIns/push/server";
import { startResend } from "./standIns/resend/server";
import { buildPage } from "./page";
import { serveSite } from "./staticSite";
import { Stops } from "./stops";

/** The steps that earlier starts completed in this folder, which are not repeated. */
interface SetupState {
  pushed?: string;
  moderator?: boolean;
  organiser?: boolean;
  demo?: Demo;
}

/** The setup state and its file. */
interface SetupStore {
  state: SetupState;
  save(change: SetupState): void;
}

/** `npm start` and `npm run dev`: starts everything in this process and keeps it running until a signal ends it. */
export async function start({ root, dev }: { root: string; dev: boolean }) {
  const config = localConfigOf(root, process.env);
  const stops = new Stops();
  stops.onSignal();
  try {
    await startAll(config, dev, stops);
  } catch (error) {
    await stops.run();
    throw asExpected(withRestoreHint(error, config.dir));
  }
}

async function startAll(config: LocalConfig, dev: boolean, stops: Stops) {
  const ready = readyFileOf(config.dir);
  const lock = lockForStart(config.dir);
  stops.add(() => lock.release());
  checkFolder(config.dir);
  checkDataVersion(config.dir);
  const keys = await keysOf(config.dir);
  const setup = openSetup(config.dir);

  const page = dev ? null : buildPage(config, log);
  const deployment = new Deployment(config.convexUrl, keys.adminKey, config.root, log);
  await Promise.all([
    page,
    startServers(config, keys, dev, stops).then(() => prepare(config, keys, deployment, setup)),
  ]);
  const site = page === null ? await startDevPage(config) : await servePage(config, await page);
  stops.add(() => site.stop());
  if (dev) {
    const watcher = deployment.watch();
    stops.add(() => watcher.stop());
  }

  // Demo people sign up with mailed codes, which only the stand-in's inbox shows.
  const demo = usesStandIn("mail", process.env)
    ? { count: config.seed, complete: false }
    : { count: 0, complete: true };
  const plan = setup.state.demo ?? demo;
  const people = { ...config, ...keys, log, plan, like: demoPeopleLike(process.env) };
  const onStop = (stop: () => unknown) => stops.add(stop);
  await demoPeople(people, (demo) => setup.save({ demo }), onStop);
  if (stops.ended) return;
  printAddresses(config, keys);
  writeReady(ready, config, keys);
  stops.add(() => rmSync(ready, { force: true }));
  await likeNewcomers(people, onStop);
  scheduleBackups(config, deployment, stops);
  await scheduleDeletionRecord(config, deployment, stops);
}

function servePage(config: LocalConfig, folder: string) {
  return serveSite(folder, {
    ...config,
    payUrl: usesStandIn("pay", process.env) ? config.payUrl : undefined,
    port: config.ports.app,
    pages: pagesOf(config, process.env),
    analyticsUrl: process.env.VITE_ANALYTICS_ENDPOINT,
    festival: latestFestival(config.convexUrl),
  });
}

/** Writes `ready.json`, which says that everything runs, with the addresses and the keys. */
function writeReady(file: string, config: LocalConfig, { adminKey, moderator, organiser }: Keys) {
  const { appUrl, convexUrl, siteUrl, mailUrl, payUrl, pushUrl } = config;
  writePrivate(file, { appUrl, convexUrl, siteUrl, mailUrl, payUrl, pushUrl, adminKey, moderator, organiser });
}

/** Starts the stand-ins and the deployment. Each is added to `stops` as soon as it runs. */
async function startServers(config: LocalConfig, keys: Keys, dev: boolean, stops: Stops) {
  const page = path.join(config.root, "dev/standIns/page");
  const dataFolder = (name: string) => path.join(config.dir, name);
  const pages = pagesOf(config, process.env);
  await Promise.all([
    startResend({ port: config.ports.mail, dir: dataFolder("mail"), page }).then((server) =>
      stops.add(() => server.stop()),
    ),
    startCashfree({
      port: config.ports.pay,
      pages,
      dir: dataFolder("pay"),
      page,
      merchant: keys.cashfree,
    }).then((server) => stops.add(() => server.stop())),
    startPush({ port: config.ports.push, pages }).then((server) => stops.add(() => server.stop())),
    startDeployment({
      dir: dataFolder("deployment"),
      port: config.ports.convex,
      sitePort: config.ports.site,
      adminKey: keys.adminKey,
      projectDir: config.root,
      workerUrl: new URL("../packages/local-convex/src/worker/worker.js", import.meta.url),
      // In development the browser's console shows errors and log lines. Otherwise they are hidden, as in production.
      redact: !dev,
      pages,
      dashboard: () => dashboardFolder(path.join(config.root, "packages/local-convex")),
      log,
    }).then((backend) => stops.add(() => backend.stop())),
  ]);
}

/** Applies the settings, pushes the functions, and creates a moderator and an organiser. Skips whatever is already there and unchanged. */
async function prepare(config: LocalConfig, keys: Keys, deployment: Deployment, { state, save }: SetupStore) {
  await deployment.configure(settingsOf(config, keys, process.env));
  const functions = await fingerprint(config.root, FUNCTIONS);
  if (state.pushed !== functions) {
    log("Pushing the functions…");
    await deployment.push();
    save({ pushed: functions });
  }
  if (state.moderator !== true) {
    await deployment.call("moderator:create", keys.moderator);
    save({ moderator: true });
  }
  if (state.organiser !== true) {
    await deployment.call("organiser:create", keys.organiser);
    save({ organiser: true });
  }
}

/**
 * Returns a getter of the deployment's settings. It reads them at most once a second. While the deployment does not respond, it returns the
 * last ones.
 */
function latestFestival(convexUrl: string): () => Promise<FestivalPage> {
  let [latest, fetchedAt] = [withTexts(festivalFrom({})), 0];
  return async () => {
    if (Date.now() - fetchedAt > 1_000) {
      fetchedAt = Date.now();
      latest = (await fetchFestival(convexUrl)) ?? latest;
    }
    return latest;
  };
}

function openSetup(dir: string): SetupStore {
  const file = path.join(dir, "done.json");
  const state: SetupState = existsSync(file) ? readJson(file) : {};
  return { state, save: (change) => writePrivate(file, Object.assign(state, change)) };
}

/** Makes backups at the configured interval. */
function scheduleBackups({ dir }: LocalConfig, deployment: Deployment, stops: Stops) {
  const minutes = backupMinutesOf(process.env);
  if (minutes === 0) return;
  const makeBackup = () =>
    backupRunning(dir, () => deployment.copy()).catch((error: unknown) => log(`No backup was made: ${String(error)}`));
  const timer = setInterval(() => void makeBackup(), minutes * 60_000);
  stops.add(() => clearInterval(timer));
}

/** Records deleted accounts every minute and at the end, so that a restore does not bring them back. */
async function scheduleDeletionRecord({ dir }: LocalConfig, deployment: Deployment, stops: Stops) {
  const record = () =>
    recordDeletions(dir, deployment).catch((error: unknown) => log(`Deletions were not recorded: ${String(error)}`));
  await record();
  const timer = setInterval(() => void record(), 60_000);
  stops.add(async () => {
    clearInterval(timer);
    await record();
  });
}

function printAddresses(config: LocalConfig, keys: Keys) {
  const relative = (name: string) => path.relative(process.cwd(), path.join(config.dir, name));
  log(`
  The app          ${config.appUrl}
  Mail inbox       ${config.mailUrl}      every mail of the app lands here
  Payments         ${config.payUrl}      no money moves
  Notifications    ${config.pushUrl}      every notification of the app lands here
  Moderator        ${config.appUrl}/moderator/login
                   ${keys.moderator.email}   ${keys.moderator.password}
  Organiser        ${config.appUrl}/organiser, with the same sign-in
                   ${keys.organiser.email}   ${keys.organiser.password}
  Deployment       ${config.convexUrl}
  Dashboard        ${config.convexUrl}/_dashboard      its key is adminKey in ${relative("ready.json")}
  REST API         ${config.siteUrl}/api/docs

  Stop with Ctrl+C. All data is in ${path.relative(process.cwd(), config.dir) || "."}.
`);
}

/** A port in use is not a bug: the message says which setting changes the port. */
function asExpected(error: unknown) {
  const { code, port, name, message } = error as { code?: string; port?: number; name?: string; message: string };
  if (name === "StorageFailure" || code === "ENOSPC") return new ExpectedError(message);
  if (code !== "EADDRINUSE") return error;
  return new ExpectedError(
    `Port ${port} is in use. Stop what uses it, or set APP_PORT, CONVEX_PORT, SITE_PORT, MAIL_PORT, PAY_PORT or PUSH_PORT.`,
  );
}

function log(line: string) {
  console.log(line);
}
