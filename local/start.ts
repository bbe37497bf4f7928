import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { startBackend } from "./backend/server";
import { fingerprint } from "./build.mjs";
import { Deployment } from "./deployment";
import { startDevPage } from "./devPage";
import { Expected, keysOf, placeOf, settingsOf, takeFolder, writePrivate, type Keys, type Place } from "./env";
import { startResend } from "./fakes/resend/server";
import { buildPage } from "./page";
import { serveSite } from "./staticSite";

/** What was done on this folder before, so that it is not done again. */
interface Done {
  pushed?: string;
  moderator?: boolean;
}

type Stop = () => unknown;

const stopMost = 4_000;

/** `npm start` and `npm run dev`: brings up everything in this process and stays until it is told to end. */
export async function start({ root, dev }: { root: string; dev: boolean }) {
  const place = placeOf(root, process.env);
  const stops: Stop[] = [];
  endOnSignal(stops);
  try {
    await bringUp(place, dev, stops);
  } catch (error) {
    await stopAll(stops);
    throw plain(error);
  }
}

async function bringUp(place: Place, dev: boolean, stops: Stop[]) {
  const ready = path.join(place.dir, "ready.json");
  const lock = takeFolder(place.dir);
  stops.push(() => lock.release());
  rmSync(ready, { force: true });
  const keys = await keysOf(place.dir);

  const page = dev ? null : buildPage(place, say);
  const deployment = new Deployment(place.convexUrl, keys.adminKey, place.root);
  await Promise.all([page, startServers(place, keys, stops).then(() => prepare(place, keys, deployment))]);
  const site =
    page === null ? await startDevPage(place) : await serveSite(await page, { ...place, port: place.ports.app });
  stops.push(() => site.stop());
  if (dev) {
    const watcher = deployment.watch();
    stops.push(() => watcher.stop());
  }

  tell(place, keys);
  const { appUrl, convexUrl, siteUrl, mailUrl, payUrl } = place;
  const { adminKey, moderator } = keys;
  writePrivate(ready, { appUrl, convexUrl, siteUrl, mailUrl, payUrl, adminKey, moderator });
  stops.push(() => rmSync(ready, { force: true }));
}

/** The stand-ins and the deployment. Each is on the list of what to stop as soon as it runs. */
async function startServers(place: Place, keys: Keys, stops: Stop[]) {
  const page = path.join(place.root, "local/fakes/resend/page");
  await Promise.all([
    startResend({ port: place.ports.mail, dir: path.join(place.dir, "mail"), page }).then((fake) =>
      stops.push(() => fake.stop()),
    ),
    startBackend({
      dir: path.join(place.dir, "deployment"),
      port: place.ports.convex,
      sitePort: place.ports.site,
      adminKey: keys.adminKey,
      projectDir: place.root,
      workerUrl: new URL("./backend/functions/worker.js", import.meta.url),
      log: say,
    }).then((backend) => stops.push(() => backend.stop())),
  ]);
}

/** Settings, functions and the moderator: each only where something changed. */
async function prepare(place: Place, keys: Keys, deployment: Deployment) {
  const file = path.join(place.dir, "done.json");
  const done = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Done) : {};
  await deployment.configure(settingsOf(place, keys, process.env));
  const functions = await fingerprint(place.root, ["convex", "convex.json", "package-lock.json"]);
  if (done.pushed !== functions) {
    say("Pushing the functions…");
    await deployment.push();
    writePrivate(file, Object.assign(done, { pushed: functions }));
  }
  if (done.moderator !== true) {
    await deployment.call("moderator:create", keys.moderator);
    writePrivate(file, Object.assign(done, { moderator: true }));
  }
}

function tell(place: Place, keys: Keys) {
  say(`
  The app          ${place.appUrl}
  Mail inbox       ${place.mailUrl}      every mail of the app lands here
  Moderator        ${place.appUrl}/moderator/login
                   ${keys.moderator.email}   ${keys.moderator.password}
  REST             ${place.siteUrl}/api
  Deployment       ${place.convexUrl}

  Stop with Ctrl+C. Everything is kept in ${path.relative(process.cwd(), place.dir) || "."}.
`);
}

function endOnSignal(stops: Stop[]) {
  let ending = false;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      // Whoever asks twice does not want to wait.
      if (ending) process.exit(1);
      ending = true;
      void stopAll(stops).then(() => process.exit(0));
    });
  }
}

/** The last started stops first; the lock goes last. Never takes longer than a person would wait. */
async function stopAll(stops: Stop[]) {
  const cap = setTimeout(() => process.exit(1), stopMost);
  cap.unref();
  for (const stop of stops.splice(0).reverse()) {
    try {
      await stop();
    } catch (error) {
      console.error(error);
    }
  }
}

/** A port that is taken is no bug: say which setting moves it. */
function plain(error: unknown) {
  const { code, port } = error as { code?: string; port?: number };
  if (code !== "EADDRINUSE") return error;
  return new Expected(
    `Port ${port} is in use. Stop what uses it, or set APP_PORT, CONVEX_PORT, SITE_PORT, MAIL_PORT or PAY_PORT.`,
  );
}

function say(line: string) {
  console.log(line);
}
