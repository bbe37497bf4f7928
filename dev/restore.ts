import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { unpack } from "local-convex/archive";
import { checkIntegrity, isEmptyDatabase } from "local-convex/integrity";
import { Expected } from "../deploy/expected";
import { KEPT } from "./damage";
import { DATA_VERSION } from "./dataVersion";
import { placeOf, readWhole, takeFolder } from "./env";

/** `npm run restore FILE`: puts a backup in the place of what is there, which is kept aside. Nothing may run on the folder. */
export async function restore({ root, file }: { root: string; file: string | undefined }): Promise<void> {
  const { dir } = placeOf(root, process.env);
  if (file === undefined || !existsSync(file))
    throw new Expected(`Say which backup: npm run restore FILE. ${file ?? "None"} is not there.`);
  const began = performance.now();
  const lock = takeFolder(dir);
  const time = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  const [fresh, aside] = [path.join(dir, `restoring-${time}`), path.join(dir, `replaced-${time}`)];
  try {
    await unpackWhole(file, fresh);
    await swap(dir, fresh, aside);
  } finally {
    await rm(fresh, { recursive: true, force: true });
    lock.release();
  }
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  const kept = existsSync(aside) ? ` What was there before is in ${aside}.` : "";
  console.log(
    `${file} is back in ${dir}, in ${seconds} s.${kept} Whoever was deleted since that backup is in it again.`,
  );
}

async function unpackWhole(file: string, fresh: string): Promise<void> {
  const refuse = (why: string) => new Expected(`${file} is no whole backup (${why}). Nothing was changed.`);
  try {
    await unpack(file, fresh);
    const database = path.join(fresh, "deployment/data.sqlite");
    readWhole(path.join(fresh, "keys.json"));
    const { version } = readWhole(path.join(fresh, "version.json")) as { version: number };
    if (version !== DATA_VERSION) throw refuse(`it is of version ${version}, and this is version ${DATA_VERSION}`);
    checkIntegrity(database);
    if (isEmptyDatabase(database)) throw refuse("its database is empty");
  } catch (error) {
    throw error instanceof Expected && error.message.startsWith(file) ? error : refuse((error as Error).message);
  }
}

async function swap(dir: string, fresh: string, aside: string): Promise<void> {
  for (const name of KEPT) {
    if (!existsSync(path.join(dir, name))) continue;
    await mkdir(aside, { recursive: true, mode: 0o700 });
    await rename(path.join(dir, name), path.join(aside, name));
  }
  for (const name of KEPT) {
    if (existsSync(path.join(fresh, name))) await rename(path.join(fresh, name), path.join(dir, name));
  }
}
