/**
 * The ids of deleted accounts. They are in the data folder and in no backup. `npm run restore` deletes those accounts again. The ids are
 * random.
 */
import { existsSync } from "node:fs";
import path from "node:path";
import type { FunctionReturnType } from "convex/server";
import type { internal } from "../convex/_generated/api";
import type { Deployment } from "./deployment";
import { readJson, writePrivate } from "./env";

export type Deletions = FunctionReturnType<typeof internal.restore.deletions>;

/** Returns the ids of all accounts known to be deleted in this folder. */
export function deletionsIn(dir: string): Deletions {
  const file = path.join(dir, NAME);
  return existsSync(file) ? (readJson(file) as Deletions) : { ids: [], until: 0 };
}

/** Adds the deletions since the last call. */
export async function recordDeletions(dir: string, deployment: Deployment): Promise<void> {
  const known = deletionsIn(dir);
  const latest = (await deployment.call("restore:deletions", { after: known.until })) as Deletions;
  if (latest.until === known.until) return;
  writePrivate(path.join(dir, NAME), { ids: [...new Set([...known.ids, ...latest.ids])], until: latest.until });
}

const NAME = "deletions.json";
