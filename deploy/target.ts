/** Chooses a command's deployment, and runs the stock command line on it. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { ExpectedError } from "./expected";

type Values = Partial<Record<string, string>>;

/** How the stock command line finds a deployment. */
export interface DeploymentTarget {
  args: string[];
  env: NodeJS.ProcessEnv;
  /** Its name in messages. */
  label: string;
}

/** Throws if a URL is unreachable. Call it first, because the command line would retry silently. */
export async function checkReachable(url: string): Promise<void> {
  if (!URL.canParse(url)) throw new ExpectedError(`${url} is not a URL.`);
  try {
    await fetch(new URL("/version", url), { signal: AbortSignal.timeout(10_000) });
  } catch {
    throw new ExpectedError(`${url} cannot be reached.`);
  }
}

/** The options that name a deployment. */
export interface TargetOptions {
  url?: string;
  "admin-key"?: string;
  prod?: boolean;
  deployment?: string;
}

/** The options for `parseArgs`. */
export const targetOptions = {
  url: { type: "string" },
  "admin-key": { type: "string" },
  prod: { type: "boolean" },
  deployment: { type: "string" },
} as const;

/**
 * Returns the deployment named in the options. Otherwise the one chosen in the environment or by `npx convex dev`, otherwise the local one.
 */
export function chooseTarget(root: string, options: TargetOptions, env: NodeJS.ProcessEnv): DeploymentTarget {
  const { url, "admin-key": key, prod, deployment } = options;
  if (url !== undefined || key !== undefined) {
    if (url === undefined || key === undefined) throw new ExpectedError("--url and --admin-key belong together.");
    return selfHosted(url, key, env);
  }
  if (prod) return { args: ["--prod"], env, label: "the production deployment" };
  if (deployment !== undefined) return { args: ["--deployment", deployment], env, label: deployment };
  const file = path.join(root, ".env.local");
  // The stock command line reads that file, too.
  const settings: Values = { ...(existsSync(file) && parseEnv(readFileSync(file, "utf8"))), ...env };
  if (settings.CONVEX_SELF_HOSTED_URL) {
    return selfHosted(settings.CONVEX_SELF_HOSTED_URL, settings.CONVEX_SELF_HOSTED_ADMIN_KEY ?? "", env);
  }
  if (settings.CONVEX_DEPLOY_KEY) return { args: [], env, label: "the deployment of CONVEX_DEPLOY_KEY" };
  if (settings.CONVEX_DEPLOYMENT) return { args: [], env, label: settings.CONVEX_DEPLOYMENT };
  const local = localDeployment(root, env);
  if (local === null) {
    throw new ExpectedError(
      "Which deployment? None is running here. Name one: --prod, --deployment NAME, or --url URL --admin-key KEY.",
    );
  }
  return selfHosted(local.convexUrl, local.adminKey, env);
}

/** Returns the deployment that `npm start` runs here, with its folder, or null. */
export function localDeployment(
  root: string,
  env: NodeJS.ProcessEnv,
): { convexUrl: string; adminKey: string; dir: string } | null {
  const dir = path.resolve(root, env.LOCAL_DIR || ".local");
  const ready = path.join(dir, "ready.json");
  if (!existsSync(ready)) return null;
  const { convexUrl, adminKey } = JSON.parse(readFileSync(ready, "utf8")) as { convexUrl: string; adminKey: string };
  return { convexUrl, adminKey, dir };
}

export function selfHosted(url: string, key: string, env: NodeJS.ProcessEnv): DeploymentTarget {
  // The command line refuses to choose between a cloud and a self-hosted deployment.
  const { CONVEX_DEPLOYMENT: _, CONVEX_DEPLOY_KEY: __, ...rest } = env;
  return { args: [], env: { ...rest, CONVEX_SELF_HOSTED_URL: url, CONVEX_SELF_HOSTED_ADMIN_KEY: key }, label: url };
}

/** Returns the URL of a deployment's functions. */
export async function cloudUrlOf(root: string, target: DeploymentTarget): Promise<string> {
  const { CONVEX_SELF_HOSTED_URL: url } = target.env;
  if (url !== undefined) return url;
  return (await callFunction(root, target, "_system/cli/convexUrl:cloudUrl")) as string;
}

/**
 * Calls a function with the stock command line, an internal one too. It works with every kind of deployment. Returns the function's result.
 * Throws with the command line's output if that is not a result.
 */
export async function callFunction(
  root: string,
  target: DeploymentTarget,
  name: string,
  args: object = {},
): Promise<unknown> {
  const output = (await runConvex(root, target, ["run", name, JSON.stringify(args)])).trim();
  try {
    return JSON.parse(output || "null") as unknown;
  } catch {
    throw new ExpectedError(`${target.label} returned no result of ${name}:\n${output}`);
  }
}

/** Runs the stock command line. Returns its output. */
export async function runConvex(root: string, target: DeploymentTarget, args: string[], input = ""): Promise<string> {
  const cli = path.join(root, "node_modules/convex/bin/main.js");
  const child = spawn(process.execPath, [cli, ...args, ...target.args], { cwd: root, env: { ...target.env, CI: "1" } });
  const [stdout, stderr]: string[][] = [[], []];
  child.stdout.on("data", (chunk: Buffer) => stdout?.push(chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => stderr?.push(chunk.toString()));
  child.stdin.end(input);
  const code = await new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
  if (code !== 0) {
    const output = (stderr ?? []).join("").replace(/^\s+at .*\n?/gm, "");
    throw new ExpectedError(refusalIn(output) ?? `${target.label} did not run the command.\n${output}`);
  }
  return (stdout ?? []).join("");
}

/** Returns the message of a function's refusal in the command line's output. Null: another error. */
export function refusalIn(output: string): string | null {
  const [, data] = /Uncaught ConvexError: (\{.*\})/.exec(output) ?? [];
  return data === undefined ? null : (JSON.parse(data) as { message: string }).message;
}

/** True if a URL is on this machine. */
export function isLocal(url: string): boolean {
  return /^https?:\/\/(localhost|127\.|\[::1\])/.test(url);
}
