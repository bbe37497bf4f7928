/** Checks that there is a recent backup. */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { jsonToConvex } from "convex/values";
import { callFunction, localDeployment, type DeploymentTarget } from "./target";
import type { Circumstances } from "./doctorFestival";
import type { Finding } from "./doctorSettings";

const DAY = 86_400_000;

/** Checks the time (ms) of a deployment's last backup. Null: never. */
export function checkBackup(at: number | null, { now, isDeployed, local }: Circumstances): Finding[] {
  const purpose = "brings the data back after a mistake or a lost deployment";
  if (!isDeployed)
    return [{ name: "backup", purpose: `${purpose}; required once the functions are deployed`, unset: true }];
  const command = local ? "npm run backup" : "npx convex export --include-file-storage --path backup.zip";
  const regular = local
    ? "BACKUP_MINUTES makes them regularly"
    : "For daily ones: dashboard, Backups, or your own timer";
  const advice = `Make one: ${command}. Keep it on another machine. ${regular}.`;
  if (at === null) return [{ name: "backup", purpose, problem: `is missing. ${advice}` }];
  const days = Math.floor((now - at) / DAY);
  if (days < 1) return [{ name: "backup", purpose }];
  return [{ name: "backup", purpose, problem: `is ${days === 1 ? "a day" : `${String(days)} days`} old. ${advice}` }];
}

/**
 * Returns when (ms) a deployment was last backed up. Counts `npx convex export`, which the deployment records, and `npm run backup` on this
 * machine. Null: never.
 */
export async function backedUpAt(root: string, target: DeploymentTarget, url: string): Promise<number | null> {
  const exported = await exportedAt(root, target);
  const local = localDeployment(root, target.env);
  const packed = local?.convexUrl === url ? packedAt(path.join(local.dir, "backups")) : null;
  return exported === null || (packed !== null && packed > exported) ? packed : exported;
}

async function exportedAt(root: string, target: DeploymentTarget): Promise<number | null> {
  // The stock command line uses this query to wait for its own export.
  const output = await callFunction(root, target, "_system/cli/exports:getLatest").catch(() => null);
  const latest = jsonToConvex(output as Parameters<typeof jsonToConvex>[0]) as Exported | null;
  return latest?.state === "completed" ? Number(latest.complete_ts / 1_000_000n) : null;
}

/** `complete_ts`: ns since 1970. */
type Exported = { state: "completed"; complete_ts: bigint } | { state: "requested" | "in_progress" | "failed" };

/** The files' names contain the time: `2030-01-31T18-00-00.zip`, in UTC. */
function packedAt(folder: string): number | null {
  const times = (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) => {
    const [, date, hours, minutes, seconds] = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)\.zip$/.exec(name) ?? [];
    return date ? [Date.parse(`${date}T${hours}:${minutes}:${seconds}Z`)] : [];
  });
  return times.length === 0 ? null : Math.max(...times);
}
