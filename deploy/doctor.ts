/** `npm run doctor`: lists what a deployment lacks to go live, and what to do. Uses the stock command line. */
import path from "node:path";
import { parseEnv } from "node:util";
import { loadEnv } from "vite";
import type { Festival } from "../convex/shared/festival";
import { festivalFrom } from "../convex/shared/festivalDefaults";
import { fetchFestival } from "./fetchFestival";
import {
  targetOptions,
  chooseTarget,
  callFunction,
  cloudUrlOf,
  runConvex,
  isLocal,
  checkReachable,
  type DeploymentTarget,
} from "./target";
import { backedUpAt, checkBackup } from "./doctorBackup";
import { checkFestival, checkStaff } from "./doctorFestival";
import { checkDeployment, checkPage, unknownSettings, type Finding } from "./doctorSettings";
import { ExpectedError, parseCommand } from "./expected";
import { writeHosting } from "./hosting";
import { newPushKeys, newSigningKeys } from "./signingKeys";

type Values = Partial<Record<string, string>>;
/** The state of a deployment. */
interface Deployed {
  url: string;
  settings: Values;
  festival: Festival;
  /** The number of organisers. Null: the functions are not deployed. */
  organisers: number | null;
  /** Time of the last backup (ms since 1970). Null: never. */
  backup: number | null;
}

/** Prints what is missing. Exits with 1 if anything is. */
export async function doctor({ root }: { root: string }) {
  process.exitCode = (await examine(root, process.argv.slice(3))) ? 0 : 1;
}

/**
 * Prints what is missing. Returns true if nothing is. `--make-keys` creates the deployment's missing keys. `--hosting FOLDER` writes the
 * host's files into the folder of a built page. Throws `ExpectedError` if the deployment does not respond.
 */
export async function examine(root: string, args: string[]): Promise<boolean> {
  const { values: options } = parseCommand({
    args,
    options: {
      ...targetOptions,
      "make-keys": { type: "boolean" },
      hosting: { type: "string" },
    },
  });
  if (options.hosting !== undefined) {
    writeHosting(path.resolve(root, options.hosting), pageSettings(root));
    return true;
  }
  const target = chooseTarget(root, options, process.env);
  if (options["make-keys"]) {
    await makeKeys(root, target);
    return true;
  }
  const settings = await settingsOn(root, target);
  const url = await cloudUrlOf(root, target);
  const [festival, organisers, backup] = await Promise.all([
    // Before the functions are deployed, the settings come from the environment.
    fetchFestival(url).then((current) => current ?? festivalFrom(settings)),
    organisersOn(root, target),
    backedUpAt(root, target, url),
  ]);
  return report(target, { url, settings, festival, organisers, backup }, pageSettings(root));
}

/** Returns the page's build-time settings here. */
function pageSettings(root: string): Values {
  return loadEnv("production", root, "VITE_");
}

/** Prints the findings. Returns true if nothing is wrong. */
function report(target: DeploymentTarget, deployed: Deployed, page: Values): boolean {
  const { url, settings, festival, organisers, backup } = deployed;
  const local = isLocal(url);
  const circumstances = { now: Date.now(), isDeployed: organisers !== null, local };
  const parts: [title: string, findings: Finding[]][] = [
    [`Settings of ${target.label}`, checkDeployment(settings, local)],
    ["The festival, as everybody sees it", checkFestival(festival, circumstances)],
    ["The staff", checkStaff(organisers)],
    ["Backups", checkBackup(backup, circumstances)],
  ];
  const pageTitle = "Settings of the page, from the environment and .env.production";
  if (!local) parts.push([pageTitle, checkPage(page, { url, settings })]);
  for (const [n, [title, findings]] of parts.entries()) {
    console.log(`\n${title}`);
    printFindings(findings);
    if (n > 0) continue;
    for (const name of unknownSettings(settings)) console.log(`  ?  ${name}  is not a known setting. A typo?`);
  }
  const failing = parts.flatMap(([, findings]) => findings).filter(({ problem }) => problem !== undefined);
  const verdict =
    failing.length === 0 ? "Nothing is missing." : `To fix: ${failing.map(({ name }) => name).join(", ")}.`;
  console.log(`\n${verdict}${local ? " It runs on this machine, where http addresses and stand-ins are fine." : ""}\n`);
  return failing.length === 0;
}

function printFindings(findings: Finding[]) {
  for (const { name, purpose, problem, unset } of findings) {
    if (problem !== undefined) console.log(`  ✗  ${name}  ${problem}\n     ${purpose}`);
    else console.log(unset ? `  –  ${name}  (${purpose})` : `  ✓  ${name}`);
  }
}

/**
 * Creates the missing key pairs and never replaces one. New session keys would sign everybody out and invalidate every stored hash. New
 * notification keys would end every phone's subscription.
 */
async function makeKeys(root: string, target: DeploymentTarget) {
  const { JWT_PRIVATE_KEY, JWKS, VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = await settingsOn(root, target);
  const [forSessions, forPush] = [!JWT_PRIVATE_KEY && !JWKS, !VAPID_PUBLIC_KEY && !VAPID_PRIVATE_KEY];
  if (!forSessions && !forPush) {
    throw new ExpectedError(
      `${target.label} already has JWT_PRIVATE_KEY or JWKS, and VAPID_PUBLIC_KEY or VAPID_PRIVATE_KEY. Nothing was changed. ` +
        "New keys would end every session and invalidate open codes and links, or end the notifications of every phone. " +
        "If you want that, remove both keys of a pair first: npx convex env remove JWT_PRIVATE_KEY, then JWKS.",
    );
  }
  const keys = { ...(forSessions && (await sessionKeys())), ...(forPush && pushKeys()) };
  const lines = Object.entries(keys).map(([name, value]) => `${name}=${value}\n`);
  // Over standard input, because every user of this machine can read a process's arguments.
  await runConvex(root, target, ["env", "set"], lines.join(""));
  console.log(`${target.label} has ${Object.keys(keys).join(", ")} now.`);
}

async function sessionKeys() {
  const { jwtPrivateKey, jwks } = await newSigningKeys();
  return { JWT_PRIVATE_KEY: `"${jwtPrivateKey}"`, JWKS: `'${jwks}'` };
}

function pushKeys() {
  const { publicKey, privateKey } = newPushKeys();
  return { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey };
}

async function settingsOn(root: string, target: DeploymentTarget): Promise<Values> {
  const url = target.env.CONVEX_SELF_HOSTED_URL;
  if (url !== undefined) await checkReachable(url);
  return parseEnv(await runConvex(root, target, ["env", "list", "--include-values"]));
}

/** Returns the number of organisers. Null: the functions are not deployed. */
async function organisersOn(root: string, target: DeploymentTarget): Promise<number | null> {
  const organisers = (await callFunction(root, target, "organiser:list").catch(() => null)) as unknown[] | null;
  return organisers?.length ?? null;
}
