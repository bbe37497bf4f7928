import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { startDeployment } from "local-convex";
import { Expected } from "../deploy/expected";
import { fingerprint } from "../packages/local-convex/bundle.mjs";
import { checkDataVersion } from "./dataVersion";
import { Deployment } from "./deployment";
import { demoPeople, type Demo } from "./demo";
import { startDevPage } from "./devPage";
import { keysOf, placeOf, settingsOf, takeFolder, usesStandIn, writePrivate, type Keys, type Place } from "./env";
import { startCashfree } from "./standIns/cashfree/server";
import { startResend } from "./standIns/resend/server";
import { buildPage } from "./page";
import { serveSite } from "./staticSite";
import { Stops } from "./stops";

/** What was done on this folder before, so that it is not done again. */
interface Done {
  pushed?: string;
  moderator?: boolean;
  demo?: Demo;
}

/** That record in its file. */
interface Ledger {
  done: Done;
  keep(change: Done): void;
}

/** `npm start` and `npm run dev`: brings up everything in this process and stays until it is told to end. */
export async function start({ root, dev }: { root: string; dev: boolean }) {
  const place = placeOf(root, process.env);
  const stops = new Stops();
  stops.onSignal();
  try {
    await bringUp(place, dev, stops);
  } catch (error) {
    await stops.run();
    throw plain(error);
  }
}

async function bringUp(place: Place, dev: boolean, stops: Stops) {
  const ready = path.join(place.dir, "ready.json");
  const lock = takeFolder(place.dir);
  stops.add(() => lock.release());
  checkDataVersion(place.dir);
  rmSync(ready, { force: true });
  const keys = await keysOf(place.dir);
  const ledger = ledgerIn(place.dir);

  const page = dev ? null : buildPage(place, say);
  const deployment = new Deployment(place.convexUrl, keys.adminKey, place.root);
  await Promise.all([page, startServers(place, keys, dev, stops).then(() => prepare(place, keys, deployment, ledger))]);
  const standIn = usesStandIn("pay", process.env) ? { payUrl: place.payUrl } : { payUrl: undefined };
  const site =
    page === null
      ? await startDevPage(place)
      : await serveSite(await page, {
          ...place,
          ...standIn,
          port: place.ports.app,
          analyticsUrl: process.env.VITE_ANALYTICS_ENDPOINT,
        });
  stops.add(() => site.stop());
  if (dev) {
    const watcher = deployment.watch();
    stops.add(() => watcher.stop());
  }

  // Their codes have to be read, which nobody can where mails really leave.
  const demo = usesStandIn("mail", process.env) ? { count: place.seed, complete: false } : { count: 0, complete: true };
  await demoPeople(
    { ...place, ...keys, say, plan: ledger.done.demo ?? demo },
    (demo) => ledger.keep({ demo }),
    (stop) => stops.add(stop),
  );
  if (stops.ended) return;
  tell(place, keys);
  const { appUrl, convexUrl, siteUrl, mailUrl, payUrl } = place;
  const { adminKey, moderator } = keys;
  writePrivate(ready, { appUrl, convexUrl, siteUrl, mailUrl, payUrl, adminKey, moderator });
  stops.add(() => rmSync(ready, { force: true }));
}

/** The stand-ins and the deployment. Each is on the list of what to stop as soon as it runs. */
async function startServers(place: Place, keys: Keys, dev: boolean, stops: Stops) {
  const of = (name: string) => path.join(place.root, "dev/standIns", name, "page");
  const inside = (name: string) => path.join(place.dir, name);
  await Promise.all([
    startResend({ port: place.ports.mail, dir: inside("mail"), page: of("resend") }).then((server) =>
      stops.add(() => server.stop()),
    ),
    startCashfree({ port: place.ports.pay, dir: inside("pay"), page: of("cashfree"), merchant: keys.cashfree }).then(
      (server) => stops.add(() => server.stop()),
    ),
    startDeployment({
      dir: inside("deployment"),
      port: place.ports.convex,
      sitePort: place.ports.site,
      adminKey: keys.adminKey,
      projectDir: place.root,
      workerUrl: new URL("../packages/local-convex/src/worker/worker.js", import.meta.url),
      // Who develops reads errors and log lines in the browser's console; otherwise it is as in production.
      redact: !dev,
      log: say,
    }).then((backend) => stops.add(() => backend.stop())),
  ]);
}

/** Settings, functions and the moderator: each only where something changed. */
async function prepare(place: Place, keys: Keys, deployment: Deployment, { done, keep }: Ledger) {
  await deployment.configure(settingsOf(place, keys, process.env));
  const functions = await fingerprint(place.root, ["convex", "convex.json", "package-lock.json"]);
  if (done.pushed !== functions) {
    say("Pushing the functions…");
    await deployment.push();
    keep({ pushed: functions });
  }
  if (done.moderator !== true) {
    await deployment.call("moderator:create", keys.moderator);
    keep({ moderator: true });
  }
}

function ledgerIn(dir: string): Ledger {
  const file = path.join(dir, "done.json");
  const done = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Done) : {};
  return { done, keep: (change) => writePrivate(file, Object.assign(done, change)) };
}

function tell(place: Place, keys: Keys) {
  say(`
  The app          ${place.appUrl}
  Mail inbox       ${place.mailUrl}      every mail of the app lands here
  Payments         ${place.payUrl}      no money moves
  Moderator        ${place.appUrl}/moderator/login
                   ${keys.moderator.email}   ${keys.moderator.password}
  Deployment       ${place.convexUrl}
  REST API         ${place.siteUrl}/api/docs

  Stop with Ctrl+C. Everything is kept in ${path.relative(process.cwd(), place.dir) || "."}.
`);
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
