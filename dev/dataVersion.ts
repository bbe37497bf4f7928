import { existsSync } from "node:fs";
import path from "node:path";
import { ExpectedError } from "../deploy/expected";
import { readJson, writePrivate } from "./env";

/** Increase this when existing data folders become unusable, for example when a table is renamed. */
export const DATA_VERSION = 6;

/** Throws for a data folder of another version. Marks a new folder. */
export function checkDataVersion(dir: string): void {
  const file = path.join(dir, "version.json");
  const isNew = !existsSync(path.join(dir, "keys.json"));
  if (isNew) return writePrivate(file, { version: DATA_VERSION });
  const version = existsSync(file) ? (readJson(file) as { version: number }).version : 1;
  if (version === DATA_VERSION) return;
  throw new ExpectedError(
    `${dir} holds data of version ${version}. This is version ${DATA_VERSION}, which cannot read it. ` +
      "Nothing was changed. Move that folder away or delete it, or set LOCAL_DIR to another one, and start again.",
  );
}
