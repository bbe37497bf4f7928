import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { startDeployment } from "local-convex";
import { festivalFrom } from "../convex/shared/festivalDefaults";
import { withTexts, type FestivalPage } from "../convex/shared/festivalTexts";
import { askFestival } from "../deploy/fetchFestival";
import { Expected } from "../deploy/expected";
import { fingerprint } from "../packages/local-convex/bundle.mjs";
import { dashboardFolder } from "../packages/local-convex/dashboard.mjs";
import { backupRunning } from "./backup";
import { checkFolder, withWayBack } from "./damage";
import { checkDataVersion } from "./dataVersion";
import { Deployment, FUNCTIONS } from "./deployment";
import { noteDeletions } from "./deletions";
import { demoPeople, likeNewcomers, type Demo } from "./demo";
import { startDevPage } from "./devPage";
import {
  backupMinutesOf,
  demoPeopleLike,
  keysOf,
  pagesOf,
  placeOf,
  readWhole,
  settingsOf,
  takeFolder,
  usesStandIn,
  writePrivate,
  type Keys,
  type Place,
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
  const place = placeOf(root, process.env);
  const stops = new Stops();
  stops.onSignal();
  try {
    await startAll(place, dev, stops);
  } catch (error) {
    await stops.run();
    throw plain(withWayBack(error, place.dir));
  }
}

async function startAll(place: Place, dev: boolean, stops: Stops) {
  const ready = path.join(place.dir, "ready.json");
  const lock = takeFolder(place.dir);
  stops.add(() => lock.release());
  checkFolder(place.dir);
  checkDataVersion(place.dir);
  rmSync(ready, { force: true });
  const keys = await keysOf(place.dir);
  const setup = openSetup(place.dir);

  const page = dev ? null : buildPage(place, say);
  const deployment = new Deployment(place.convexUrl, keys.adminKey, place.root, say);
  await Promise.all([page, startServers(place, keys, dev, stops).then(() => prepare(place, keys, deployment, setup))]);
  const standIn = usesStandIn("pay", process.env) ? { payUrl: place.payUrl } : { payUrl: undefined };
  const site =
    page === null
      ? await startDevPage(place)
      : await serveSite(await page, {
          ...place,
          ...standIn,
          port: place.ports.app,
          pages: pagesOf(place, process.env),
          analyticsUrl: process.env.VITE_ANALYTICS_ENDPOINT,
          festival: latestFestival(place.convexUrl),
        });
  stops.add(() => site.stop());
  if (dev) {
    const watcher = deployment.watch();
    stops.add(() => watcher.stop());
  }

  // Demo people sign up with mailed codes, which only the stand-in's inbox shows.
  const demo = usesStandIn("mail", process.env) ? { count: place.seed, complete: false } : { count: 0, complete: true };
  const plan = setup.state.demo ?? demo;
  const people = { ...place, ...keys, say, plan, like: demoPeopleLike(process.env) };
  const onStop = (stop: () => unknown) => stops.add(stop);
  await demoPeople(people, (demo) => setup.save({ demo }), onStop);
  if (stops.ended) return;
  tell(place, keys);
  const { appUrl, convexUrl, siteUrl, mailUrl, payUrl, pushUrl } = place;
  const { adminKey, moderator, organiser } = keys;
  writePrivate(ready, { appUrl, convexUrl, siteUrl, mailUrl, payUrl, pushUrl, adminKey, moderator, organiser });
  stops.add(() => rmSync(ready, { force: true }));
  await likeNewcomers(people, onStop);
  keepBackups(place, deployment, stops);
  await keepDeletions(place, deployment, stops);
}

/** Starts the stand-ins and the deployment. Each is added to `stops` as soon as it runs. */
async function startServers(place: Place, keys: Keys, dev: boolean, stops: Stops) {
  const of = (name: string) => path.join(place.root, "dev/standIns", name, "page");
  const inside = (name: string) => path.join(place.dir, name);
  const pages = pagesOf(place, process.env);
  await Promise.all([
    startResend({ port: place.ports.mail, dir: inside("mail"), page: of("resend") }).then((server) =>
      stops.add(() => server.stop()),
    ),
    startCashfree({
      port: place.ports.pay,
      pages,
      dir: inside("pay"),
      page: of("cashfree"),
      merchant: keys.cashfree,
    }).then((server) => stops.add(() => server.stop())),
    startPush({ port: place.ports.push, pages }).then((server) => stops.add(() => server.stop())),
    startDeployment({
      dir: inside("deployment"),
      port: place.ports.convex,
      sitePort: place.ports.site,
      adminKey: keys.adminKey,
      projectDir: place.root,
      workerUrl: new URL("../packages/local-convex/src/worker/worker.js", import.meta.url),
      // In development the browser's console shows errors and log lines. Otherwise they are hidden, as in production.
      redact: !dev,
      pages,
      dashboard: () => dashboardFolder(path.join(place.root, "packages/local-convex")),
      log: say,
    }).then((backend) => stops.add(() => backend.stop())),
  ]);
}

/** Sets the settings, pushes the functions, and creates a moderator and an organiser: each only if it changed or is missing. */
async function prepare(place: Place, keys: Keys, deployment: Deployment, { state, save }: SetupStore) {
  await deployment.configure(settingsOf(place, keys, process.env));
  const functions = await fingerprint(place.root, FUNCTIONS);
  if (state.pushed !== functions) {
    say("Pushing the functions…");
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
  let [known, askedAt] = [withTexts(festivalFrom({})), 0];
  return async () => {
    if (Date.now() - askedAt > 1_000) {
      askedAt = Date.now();
      known = (await askFestival(convexUrl)) ?? known;
    }
    return known;
  };
}

function openSetup(dir: string): SetupStore {
  const file = path.join(dir, "done.json");
  const state: SetupState = existsSync(file) ? readWhole(file) : {};
  return { state, save: (change) => writePrivate(file, Object.assign(state, change)) };
}

/** Makes backups at the configured interval. */
function keepBackups({ dir }: Place, deployment: Deployment, stops: Stops) {
  const minutes = backupMinutesOf(process.env);
  if (minutes === 0) return;
  const make = () =>
    backupRunning(dir, () => deployment.copy()).catch((error: unknown) => say(`No backup was made: ${String(error)}`));
  const timer = setInterval(() => void make(), minutes * 60_000);
  stops.add(() => clearInterval(timer));
}

/** Records deleted accounts every minute and at the end, so that a restore does not bring them back. */
async function keepDeletions({ dir }: Place, deployment: Deployment, stops: Stops) {
  const note = () =>
    noteDeletions(dir, deployment).catch((error: unknown) => say(`Deletions were not noted: ${String(error)}`));
  await note();
  const timer = setInterval(() => void note(), 60_000);
  stops.add(async () => {
    clearInterval(timer);
    await note();
  });
}

function tell(place: Place, keys: Keys) {
  const shown = (name: string) => path.relative(process.cwd(), path.join(place.dir, name));
  say(`
  The app          ${place.appUrl}
  Mail inbox       ${place.mailUrl}      every mail of the app lands here
  Payments         ${place.payUrl}      no money moves
  Notifications    ${place.pushUrl}      what phones are told
  Moderator        ${place.appUrl}/moderator/login
                   ${keys.moderator.email}   ${keys.moderator.password}
  Organiser        ${place.appUrl}/organiser, by the same sign-in
                   ${keys.organiser.email}   ${keys.organiser.password}
  Deployment       ${place.convexUrl}
  Dashboard        ${place.convexUrl}/_dashboard      its key is adminKey in ${shown("ready.json")}
  REST API         ${place.siteUrl}/api/docs

  Stop with Ctrl+C. Everything is kept in ${path.relative(process.cwd(), place.dir) || "."}.
`);
}

/** A port in use is not a bug: the message says which setting changes the port. */
function plain(error: unknown) {
  const { code, port, name, message } = error as { code?: string; port?: number; name?: string; message: string };
  if (name === "StorageFailure" || code === "ENOSPC") return new Expected(message);
  if (code !== "EADDRINUSE") return error;
  return new Expected(
    `Port ${port} is in use. Stop what uses it, or set APP_PORT, CONVEX_PORT, SITE_PORT, MAIL_PORT, PAY_PORT or PUSH_PORT.`,
  );
}

function say(line: string) {
  console.log(line);
}
