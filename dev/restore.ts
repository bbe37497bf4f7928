import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { FunctionReturnType } from "convex/server";
import { startDeployment } from "local-convex";
import { unpack } from "local-convex/archive";
import { checkIntegrity, isEmptyDatabase } from "local-convex/integrity";
import type { internal } from "../convex/_generated/api";
import { Expected } from "../deploy/expected";
import { KEPT } from "./damage";
import { fingerprint } from "../packages/local-convex/bundle.mjs";
import { DATA_VERSION } from "./dataVersion";
import { deletionsIn, type Deletions } from "./deletions";
import { Deployment, FUNCTIONS } from "./deployment";
import { keysOf, placeOf, readWhole, takeFolder } from "./env";

type Report = FunctionReturnType<typeof internal.restore.finish>;

/** `npm run restore FILE`: replaces the data by a backup and moves the old data aside. Nothing else may use the folder. */
export async function restore({ root, file }: { root: string; file: string | undefined }): Promise<void> {
  const { dir } = placeOf(root, process.env);
  if (file === undefined || !existsSync(file))
    throw new Expected(`Say which backup: npm run restore FILE. ${file ?? "None"} is not there.`);
  const began = performance.now();
  const lock = takeFolder(dir);
  const time = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  const [fresh, aside] = [path.join(dir, `restoring-${time}`), path.join(dir, `replaced-${time}`)];
  let report: Report;
  try {
    await unpackWhole(file, fresh);
    report = await finish(root, fresh, deletionsIn(dir));
    await swap(dir, fresh, aside);
  } finally {
    await rm(fresh, { recursive: true, force: true });
    lock.release();
  }
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  const kept = existsSync(aside) ? ` What was there before is in ${aside}.` : "";
  console.log(`${file} is back in ${dir}, in ${seconds} s.${kept}`);
  tell(report);
}

/**
 * Ends sessions and deletes deleted accounts in the unpacked data, with this checkout's functions, on free ports. If this fails, the old
 * data is still in place.
 */
async function finish(root: string, fresh: string, deletions: Deletions): Promise<Report> {
  const { adminKey } = await keysOf(fresh);
  const backend = await startDeployment({
    dir: path.join(fresh, "deployment"),
    port: 0,
    sitePort: 0,
    adminKey,
    projectDir: root,
    workerUrl: new URL("../packages/local-convex/src/worker/worker.js", import.meta.url),
  });
  try {
    const deployment = new Deployment(backend.cloudUrl, adminKey, root);
    if (pushedIn(fresh) !== (await fingerprint(root, FUNCTIONS))) await deployment.push();
    return (await deployment.call("restore:finish", { ...deletions })) as Report;
  } finally {
    await backend.stop();
  }
}

function pushedIn(dir: string): string | undefined {
  const file = path.join(dir, "done.json");
  return existsSync(file) ? (readWhole(file) as { pushed?: string }).pushed : undefined;
}

function tell({ ended, removed, staff }: Report): void {
  const { sessions = 0, invitations = 0, resets = 0, codes = 0 } = ended;
  const members = removed.filter((one) => one === "attendee").length;
  const former = removed.flatMap((one) => (one === "attendee" ? [] : [one.email]));
  console.log(`
  Signed out           everybody, on ${sessions} devices
  Of no use            ${invitations} invitations, ${resets} reset links, ${codes} sign-up codes
  Deleted again        ${members} members${former.length > 0 ? `, and of the staff ${former.join(", ")}` : ""}
  Staff in force       with the passwords and second factors of the backup`);
  for (const { email, kind, secondFactor } of staff) {
    console.log(`    ${email.padEnd(40)} ${kind}${secondFactor ? ", second factor" : ""}`);
  }
  console.log(`
  Somebody does not belong there? npx convex run moderator:remove '{"email":"…"}', or organiser:remove, once it runs.
  Passwords that were changed since the backup are the old ones again, and used recovery codes work again.`);
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
