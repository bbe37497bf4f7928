/** `npm run doctor`: says which settings a deployment lacks to go live, and why. It reads them with the stock command line. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs, parseEnv } from "node:util";
import { loadEnv } from "vite";
import type { Festival } from "../convex/shared/festival";
import { festivalFrom } from "../convex/shared/festivalDefaults";
import { askFestival } from "./askFestival";
import { lookAtFestival } from "./doctorFestival";
import { lookAtDeployment, lookAtPage, unknownSettings, type Finding } from "./doctorSettings";
import { lookAtStaff } from "./doctorStaff";
import { Expected } from "./expected";
import { writeHosting } from "./hosting";
import { newPushKeys, newSigningKeys } from "./signingKeys";

type Values = Partial<Record<string, string>>;
/** What a deployment has. */
interface Deployed {
  url: string;
  settings: Values;
  festival: Festival;
  /** How many there are; null: the functions are not there yet. */
  organisers: number | null;
}
/** How the stock command line finds a deployment. */
interface Choice {
  args: string[];
  env: NodeJS.ProcessEnv;
  /** Its name in messages. */
  is: string;
}

/**
 * Prints what is missing, and ends with 1 if anything is. `--make-keys` gives the deployment the keys that it lacks;
 * `--hosting FOLDER` writes the host's files into the folder of a built page.
 */
export async function doctor({ root }: { root: string }) {
  const { values: options } = parseArgs({
    args: process.argv.slice(3),
    options: {
      url: { type: "string" },
      "admin-key": { type: "string" },
      prod: { type: "boolean" },
      deployment: { type: "string" },
      "make-keys": { type: "boolean" },
      hosting: { type: "string" },
    },
  });
  if (options.hosting !== undefined) return writeHosting(path.resolve(root, options.hosting), pageSettings(root));
  const choice = chosen(root, options, process.env);
  if (options["make-keys"]) return await makeKeys(root, choice);
  const settings = await settingsOn(root, choice);
  const url = choice.env.CONVEX_SELF_HOSTED_URL ?? settings.CONVEX_CLOUD_URL ?? "";
  // Before the functions are there, the settings are those of the environment.
  const festival = (await askFestival(url)) ?? festivalFrom(settings);
  const organisers = await organisersOn(root, choice);
  process.exitCode = report(choice, { url, settings, festival, organisers }, pageSettings(root)) ? 0 : 1;
}

/** The settings that the page is built with here. */
function pageSettings(root: string): Values {
  return loadEnv("production", root, "VITE_");
}

/** Prints the findings. Returns whether nothing is wrong. */
function report(choice: Choice, { url, settings, festival, organisers }: Deployed, page: Values): boolean {
  const local = isLocal(url);
  console.log(`\nSettings of ${choice.is}`);
  const found = lookAtDeployment(settings, local);
  tell(found);
  for (const name of unknownSettings(settings)) console.log(`  ?  ${name}  is read by nothing. A slip of the pen?`);
  const ofFestival = local ? [] : lookAtFestival(festival, Date.now());
  if (!local) console.log("\nThe festival, as everybody sees it");
  tell(ofFestival);
  const ofStaff = lookAtStaff(organisers);
  console.log("\nThe staff");
  tell(ofStaff);
  const ofPage = local ? [] : lookAtPage(page, { url, settings });
  if (!local) console.log("\nSettings of the page, from the environment and .env.production");
  tell(ofPage);
  const wrong = [...found, ...ofFestival, ...ofStaff, ...ofPage].filter(({ problem }) => problem !== undefined);
  const verdict = wrong.length === 0 ? "Nothing is missing." : `To mend: ${wrong.map(({ name }) => name).join(", ")}.`;
  console.log(`\n${verdict}${local ? " It runs on this machine, where plain addresses and stand-ins will do." : ""}\n`);
  return wrong.length === 0;
}

function tell(findings: Finding[]) {
  for (const { name, purpose, problem, unset } of findings) {
    if (problem !== undefined) console.log(`  ✗  ${name}  ${problem}\n     ${purpose}`);
    else console.log(unset ? `  –  ${name}  (${purpose})` : `  ✓  ${name}`);
  }
}

/**
 * Makes the pairs of which there is nothing yet. Other keys for sessions would sign everybody out and make every stored hash
 * useless; other keys for notifications end every phone's subscription.
 */
async function makeKeys(root: string, choice: Choice) {
  const { JWT_PRIVATE_KEY, JWKS, VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = await settingsOn(root, choice);
  const [forSessions, forPush] = [!JWT_PRIVATE_KEY && !JWKS, !VAPID_PUBLIC_KEY && !VAPID_PRIVATE_KEY];
  if (!forSessions && !forPush) {
    throw new Expected(
      `${choice.is} has JWT_PRIVATE_KEY or JWKS already, and VAPID_PUBLIC_KEY or VAPID_PRIVATE_KEY; nothing was changed. ` +
        "Other keys end every session there and make open codes and links useless, or end the notifications of every phone. " +
        "If you mean it, take both of a pair away first: npx convex env remove JWT_PRIVATE_KEY, then JWKS.",
    );
  }
  // Over standard input, because everybody on this machine can read a process's arguments.
  await convex(
    root,
    choice,
    ["env", "set"],
    [...(forSessions ? await sessionKeys() : []), ...(forPush ? pushKeys() : [])].join(""),
  );
  const made = [
    ...(forSessions ? ["JWT_PRIVATE_KEY", "JWKS"] : []),
    ...(forPush ? ["VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY"] : []),
  ];
  console.log(`${choice.is} has ${made.join(", ")} now.`);
}

async function sessionKeys(): Promise<string[]> {
  const { jwtPrivateKey, jwks } = await newSigningKeys();
  return [`JWT_PRIVATE_KEY="${jwtPrivateKey}"\n`, `JWKS='${jwks}'\n`];
}

function pushKeys(): string[] {
  const { publicKey, privateKey } = newPushKeys();
  return [`VAPID_PUBLIC_KEY=${publicKey}\n`, `VAPID_PRIVATE_KEY=${privateKey}\n`];
}

async function settingsOn(root: string, choice: Choice): Promise<Values> {
  const url = choice.env.CONVEX_SELF_HOSTED_URL;
  if (url !== undefined) await reach(url);
  return parseEnv(await convex(root, choice, ["env", "list", "--include-values"]));
}

/** How many organisers there are; null: there are no functions to ask. */
async function organisersOn(root: string, choice: Choice): Promise<number | null> {
  const said = await convex(root, choice, ["run", "organiser:list"]).catch(() => null);
  return said === null ? null : (JSON.parse(said) as unknown[]).length;
}

/** Checks the address first, because the command line would retry silently. */
async function reach(url: string): Promise<void> {
  if (!URL.canParse(url)) throw new Expected(`${url} is no address.`);
  try {
    await fetch(new URL("/version", url), { signal: AbortSignal.timeout(10_000) });
  } catch {
    throw new Expected(`${url} cannot be reached.`);
  }
}

interface Options {
  url?: string;
  "admin-key"?: string;
  prod?: boolean;
  deployment?: string;
}

/** The deployment named in the options, else the one chosen in the environment or by `npx convex dev`, else the one running here. */
function chosen(root: string, options: Options, env: NodeJS.ProcessEnv): Choice {
  const { url, "admin-key": key, prod, deployment } = options;
  if (url !== undefined || key !== undefined) {
    if (url === undefined || key === undefined) throw new Expected("--url and --admin-key belong together.");
    return selfHosted(url, key, env);
  }
  if (prod) return { args: ["--prod"], env, is: "the production deployment" };
  if (deployment !== undefined) return { args: ["--deployment", deployment], env, is: deployment };
  const file = path.join(root, ".env.local");
  // The stock command line reads that file too.
  const known: Values = { ...(existsSync(file) && parseEnv(readFileSync(file, "utf8"))), ...env };
  if (known.CONVEX_SELF_HOSTED_URL) {
    return selfHosted(known.CONVEX_SELF_HOSTED_URL, known.CONVEX_SELF_HOSTED_ADMIN_KEY ?? "", env);
  }
  if (known.CONVEX_DEPLOY_KEY) return { args: [], env, is: "the deployment of CONVEX_DEPLOY_KEY" };
  if (known.CONVEX_DEPLOYMENT) return { args: [], env, is: known.CONVEX_DEPLOYMENT };
  const ready = path.join(path.resolve(root, env.LOCAL_DIR || ".local"), "ready.json");
  if (!existsSync(ready)) {
    throw new Expected(
      "Which deployment? None runs here. Name one: --prod, --deployment NAME, or --url URL --admin-key KEY.",
    );
  }
  const { convexUrl, adminKey } = JSON.parse(readFileSync(ready, "utf8")) as { convexUrl: string; adminKey: string };
  return selfHosted(convexUrl, adminKey, env);
}

function selfHosted(url: string, key: string, env: NodeJS.ProcessEnv): Choice {
  // The command line refuses to choose between a cloud and a self-hosted deployment.
  const { CONVEX_DEPLOYMENT: _, CONVEX_DEPLOY_KEY: __, ...rest } = env;
  return { args: [], env: { ...rest, CONVEX_SELF_HOSTED_URL: url, CONVEX_SELF_HOSTED_ADMIN_KEY: key }, is: url };
}

/** Runs the stock command line and returns what it prints. */
async function convex(root: string, choice: Choice, args: string[], input = ""): Promise<string> {
  const cli = path.join(root, "node_modules/convex/bin/main.js");
  const child = spawn(process.execPath, [cli, ...args, ...choice.args], { cwd: root, env: { ...choice.env, CI: "1" } });
  const [output, errors]: string[][] = [[], []];
  child.stdout.on("data", (chunk: Buffer) => output?.push(chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => errors?.push(chunk.toString()));
  child.stdin.end(input);
  const code = await new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
  if (code !== 0) {
    // Its message, without the stack trace.
    const said = (errors ?? []).join("").replace(/^\s+at .*\n?/gm, "");
    throw new Expected(`${choice.is} could not be asked.\n${said}`);
  }
  return (output ?? []).join("");
}

function isLocal(url: string): boolean {
  return /^https?:\/\/(localhost|127\.|\[::1\])/.test(url);
}
