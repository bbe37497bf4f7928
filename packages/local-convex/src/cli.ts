import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { startDeployment } from "./deployment";
import { DASHBOARD } from "./server/dashboard";
import { FolderInUse, FolderUnusable, lockFolder } from "./folderLock";
import { DamagedDatabase } from "./database/integrity";
import { StorageFailure } from "./storageFailure";

const HELP = `Starts a Convex deployment for the project in this folder, on this machine only.

  npx local-convex [--port 3210] [--site-port 3211] [--dir .local-convex] [--page URL]

  --port       functions, WebSocket and command line
  --site-port  HTTP actions
  --dir        where data and the admin key are kept
  --page       a page that may call from a browser (repeat for more); without it, every page of this machine may

Put the two lines that it prints into .env.local, then use the stock commands: npx convex dev, deploy, run, data, logs.
The dashboard, whose address it prints too, asks for the same key.
`;

/**
 * The command. Runs until SIGINT or SIGTERM. Returns the exit code. `args`: as typed. `cwd`: the project's folder. `dashboard` returns the
 * folder of the built dashboard. Prints errors that the user can fix (a wrong option, a port or folder in use) as one sentence to standard
 * error.
 */
export async function main(args: string[], cwd: string, dashboard: () => Promise<string>): Promise<number> {
  try {
    const options = read(args);
    if (options === null) return print(HELP);
    await run(options, cwd, dashboard);
    return 0;
  } catch (error) {
    const userMessage = userMessageOf(error);
    if (userMessage === null) throw error;
    console.error(userMessage);
    return 1;
  }
}

interface Options {
  port: number;
  sitePort: number;
  dir: string;
  pages: string[] | undefined;
}

class WrongOption extends Error {}

function read(args: string[]): Options | null {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: "string", default: "3210" },
      "site-port": { type: "string", default: "3211" },
      dir: { type: "string", default: ".local-convex" },
      page: { type: "string", multiple: true },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) return null;
  return {
    port: portOf("--port", values.port),
    sitePort: portOf("--site-port", values["site-port"]),
    dir: values.dir,
    pages: values.page?.map(pageOf),
  };
}

function pageOf(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new WrongOption(`--page must be an address such as http://localhost:5173, not ${text}.`);
  }
  return text;
}

function portOf(name: string, text: string): number {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : -1;
  if (value < 0 || value > 65_535) throw new WrongOption(`${name} must be a port from 0 to 65535, not ${text}.`);
  return value;
}

async function run(
  { port, sitePort, dir, pages }: Options,
  cwd: string,
  dashboard: () => Promise<string>,
): Promise<void> {
  const folder = path.resolve(cwd, dir);
  const lock = lockFolder(folder);
  try {
    const adminKey = adminKeyOf(folder);
    const workerUrl = new URL("./worker/worker.js", import.meta.url);
    const options = {
      dir: folder,
      port,
      sitePort,
      adminKey,
      projectDir: cwd,
      workerUrl,
      redact: false,
      dashboard,
      ...(pages === undefined ? {} : { pages }),
      log: console.error,
    };
    const deployment = await startDeployment(options);
    console.log(`CONVEX_SELF_HOSTED_URL=${deployment.cloudUrl}`);
    // Quoted for shells, because the key contains a bar, as the stock command line requires.
    console.log(`CONVEX_SELF_HOSTED_ADMIN_KEY='${adminKey}'`);
    // On standard error, since it does not belong in .env.local.
    console.error(`Dashboard: ${deployment.cloudUrl}${DASHBOARD}`);
    await new Promise<void>((resolve) => {
      for (const signal of stopSignals()) process.once(signal, () => resolve());
    });
    await deployment.stop();
  } finally {
    lock.release();
  }
}

/** Returns the signals that stop it. Closing a window sends SIGHUP on Windows. Elsewhere `nohup` means to ignore it. */
function stopSignals(): NodeJS.Signals[] {
  return process.platform === "win32" ? ["SIGINT", "SIGBREAK", "SIGHUP"] : ["SIGINT", "SIGTERM"];
}

/** Returns the folder's admin key. Creates it at the first start, readable by its owner only. */
function adminKeyOf(folder: string): string {
  const file = path.join(folder, "adminKey");
  if (!existsSync(file)) writeFileSync(file, `local|${randomBytes(32).toString("base64url")}\n`, { mode: 0o600 });
  return readFileSync(file, "utf8").trim();
}

function userMessageOf(error: unknown): string | null {
  const isPlain = [WrongOption, FolderInUse, FolderUnusable, StorageFailure].some((kind) => error instanceof kind);
  if (isPlain) return (error as Error).message;
  if (error instanceof DamagedDatabase) {
    return `${error.message} Put a copy of the folder in its place, or move the file away, push again and import an export: npx convex import.`;
  }
  const { code, port, message } = error as { code?: string; port?: number; message?: string };
  if (code === "EADDRINUSE") return `Port ${port} is in use. Stop what uses it, or name another: --port, --site-port.`;
  return code?.startsWith("ERR_PARSE_ARGS") ? `${message?.replace(/\.$/, "")}. See --help.` : null;
}

function print(text: string): number {
  console.log(text);
  return 0;
}
