import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { pack } from "local-convex/archive";
import { openDatabase } from "local-convex/driver";
import { checkIntegrity, DamagedDatabase } from "local-convex/integrity";
import { ExpectedError } from "../deploy/expected";
import { backupsIn, BACKED_UP, withRestoreHint } from "./damage";
import { Deployment } from "./deployment";
import { DamagedFile, localConfigOf, readJson, lockDataFolder } from "./env";

/** Number of automatic backups to keep. */
const MAX_BACKUPS = 24;

/**
 * `npm run backup`: writes a consistent snapshot of the database, pictures, functions and keys to one file. Works while the product runs.
 */
export async function backup({ root }: { root: string }): Promise<void> {
  const { dir } = localConfigOf(root, process.env);
  const startedAt = performance.now();
  if (!existsSync(path.join(dir, "deployment/data.sqlite")))
    throw new ExpectedError(`There is nothing to back up in ${dir}.`);
  const file = await withLock(dir, () => packFolder(dir, path.join(dir, "deployment"))).catch(
    async (error: unknown) => {
      const ready = path.join(dir, "ready.json");
      if (!(error instanceof ExpectedError) || !existsSync(ready)) throw error;
      // Another terminal may lack the settings, so the addresses come from ready.json.
      const { adminKey, convexUrl } = readJson(ready) as { adminKey: string; convexUrl: string };
      const deployment = new Deployment(convexUrl, adminKey, root, console.log);
      return await packCopy(dir, () => deployment.copy());
    },
  );
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`${file} holds everything. It took ${seconds} s. To restore it: npm run restore ${file}`);
}

/** Creates a backup of a running deployment, and deletes the oldest beyond the last 24. */
export async function backupRunning(dir: string, copy: () => Promise<string>): Promise<void> {
  await packCopy(dir, copy);
  for (const oldest of backupsIn(dir).slice(0, -MAX_BACKUPS)) await rm(oldest, { force: true });
}

async function packCopy(dir: string, copy: () => Promise<string>): Promise<string> {
  const folder = await copy();
  try {
    return await packFolder(dir, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function packFolder(dir: string, deployment: string): Promise<string> {
  const backups = path.join(dir, "backups");
  await mkdir(backups, { recursive: true, mode: 0o700 });
  const file = path.join(backups, `${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}.zip`);
  const jsonFiles = BACKED_UP.filter((name) => name.endsWith(".json") && existsSync(path.join(dir, name)));
  await pack(deployment, file, {
    within: "deployment",
    only: /^(data\.sqlite$|files\/[^/]+$|modules\/p[^/]+\/)/,
    more: Object.fromEntries(jsonFiles.map((name) => [name, path.join(dir, name)])),
  });
  return file;
}

/** Runs work while no deployment uses the folder. First moves the log's content into the database file. */
async function withLock<T>(dir: string, work: () => Promise<T>): Promise<T> {
  const lock = lockDataFolder(dir);
  try {
    closeCleanly(dir);
    return await work();
  } finally {
    lock.release();
  }
}

/** Moves a killed process's log into the database file. Throws with a sentence for the user if the file is damaged. */
function closeCleanly(dir: string): void {
  const file = path.join(dir, "deployment/data.sqlite");
  try {
    if (existsSync(`${file}-wal`)) openDatabase(file).close();
    checkIntegrity(file);
  } catch (error) {
    const message =
      error instanceof DamagedDatabase ? error.message : `${file} is damaged (${(error as Error).message}).`;
    throw withRestoreHint(new DamagedFile(message), dir);
  }
}
