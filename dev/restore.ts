import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { FunctionReturnType } from "convex/server";
import { startDeployment } from "local-convex";
import { unpack } from "local-convex/archive";
import { checkIntegrity, isEmptyDatabase } from "local-convex/integrity";
import type { internal } from "../convex/_generated/api";
import { ExpectedError } from "../deploy/expected";
import { BACKED_UP } from "./damage";
import { fingerprint } from "../packages/local-convex/bundle.mjs";
import { DATA_VERSION } from "./dataVersion";
import { deletionsIn, type Deletions } from "./deletions";
import { Deployment, FUNCTIONS } from "./deployment";
import { keysOf, localConfigOf, readJson, lockDataFolder } from "./env";

type Report = FunctionReturnType<typeof internal.restore.finish>;

/** `npm run restore FILE`: replaces the data with a backup and moves the old data aside. Nothing else may use the folder. */
export async function restore({ root, files }: { root: string; files: string[] }): Promise<void> {
  const { dir } = localConfigOf(root, process.env);
  const [file] = files;
  if (file === undefined || files.length > 1 || !existsSync(file)) {
    throw new ExpectedError(`npm run restore FILE needs one existing backup, not ${files.join(" ") || "none"}.`);
  }
  const began = performance.now();
  const lock = lockDataFolder(dir);
  const time = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  const [unpacked, replaced] = [path.join(dir, `restoring-${time}`), path.join(dir, `replaced-${time}`)];
  let report: Report;
  try {
    await unpackBackup(file, unpacked);
    report = await finish(root, unpacked, deletionsIn(dir));
    await swap(dir, unpacked, replaced);
  } finally {
    await rm(unpacked, { recursive: true, force: true });
    lock.release();
  }
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  const hint = existsSync(replaced) ? ` The old data is in ${replaced}.` : "";
  console.log(`${file} was restored to ${dir}. It took ${seconds} s.${hint}`);
  printReport(report);
}

/**
 * Ends sessions and deletes deleted accounts in the unpacked data, with this checkout's functions, on free ports. If this fails, the old
 * data is still in place.
 */
async function finish(root: string, unpacked: string, deletions: Deletions): Promise<Report> {
  const { adminKey } = await keysOf(unpacked);
  const backend = await startDeployment({
    dir: path.join(unpacked, "deployment"),
    port: 0,
    sitePort: 0,
    adminKey,
    projectDir: root,
    workerUrl: new URL("../packages/local-convex/src/worker/worker.js", import.meta.url),
  });
  try {
    const deployment = new Deployment(backend.cloudUrl, adminKey, root);
    if (pushedIn(unpacked) !== (await fingerprint(root, FUNCTIONS))) await deployment.push();
    return (await deployment.call("restore:finish", { ...deletions })) as Report;
  } finally {
    await backend.stop();
  }
}

function pushedIn(dir: string): string | undefined {
  const file = path.join(dir, "done.json");
  return existsSync(file) ? (readJson(file) as { pushed?: string }).pushed : undefined;
}

function printReport({ ended, removed, staff }: Report): void {
  const { sessions = 0, invitations = 0, resets = 0, codes = 0 } = ended;
  const members = removed.filter((account) => account === "attendee").length;
  const former = removed.flatMap((account) => (account === "attendee" ? [] : [account.email]));
  console.log(`
  Signed out           everybody, on ${sessions} devices
  Invalidated          ${invitations} invitations, ${resets} reset links, ${codes} sign-up codes
  Deleted again        ${members} members${former.length > 0 ? `, and of the staff ${former.join(", ")}` : ""}
  Staff now            with the passwords and second factors of the backup`);
  for (const { email, kind, secondFactor } of staff) {
    console.log(`    ${email.padEnd(40)} ${kind}${secondFactor ? ", second factor" : ""}`);
  }
  console.log(`
  To remove one of them, start the app, then: npx convex run moderator:remove '{"email":"…"}', or organiser:remove.
  Passwords changed since the backup are the old ones again, and used recovery codes work again.`);
}

async function unpackBackup(file: string, unpacked: string): Promise<void> {
  const refusal = (reason: string) =>
    new ExpectedError(`${file} is not a complete backup (${reason}). Nothing was changed.`);
  try {
    await unpack(file, unpacked);
    const database = path.join(unpacked, "deployment/data.sqlite");
    readJson(path.join(unpacked, "keys.json"));
    const { version } = readJson(path.join(unpacked, "version.json")) as { version: number };
    if (version !== DATA_VERSION) throw refusal(`it has version ${version}, and this is version ${DATA_VERSION}`);
    checkIntegrity(database);
    if (isEmptyDatabase(database)) throw refusal("its database is empty");
  } catch (error) {
    throw error instanceof ExpectedError && error.message.startsWith(file) ? error : refusal((error as Error).message);
  }
}

async function swap(dir: string, unpacked: string, replaced: string): Promise<void> {
  for (const name of BACKED_UP) {
    if (!existsSync(path.join(dir, name))) continue;
    await mkdir(replaced, { recursive: true, mode: 0o700 });
    await rename(path.join(dir, name), path.join(replaced, name));
  }
  for (const name of BACKED_UP) {
    if (existsSync(path.join(unpacked, name))) await rename(path.join(unpacked, name), path.join(dir, name));
  }
}
