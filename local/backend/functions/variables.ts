import type { Database } from "../database/database";
import { pushError } from "./errors";
import type { Project } from "./project";

const NAME = /^[a-zA-Z_][a-zA-Z0-9_]{0,255}$/;
const VALUE_LENGTH = 8_192;

/** The deployment's environment variables. */
export class Variables {
  readonly #database: Database;
  readonly #system: Record<string, string>;

  constructor(database: Database, origins: { cloudUrl: string; siteUrl: string }) {
    this.#database = database;
    this.#system = systemVariables(origins);
    database.driver.exec(
      "CREATE TABLE IF NOT EXISTS variables (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    );
  }

  all(): Record<string, string> {
    const rows = this.#database.driver.prepare("SELECT name, value FROM variables").all();
    return Object.fromEntries(rows.map(([name, value]) => [String(name), String(value)]));
  }

  /** In a transaction: all or none. */
  set(changes: { name: string; value: string | null }[]): void {
    for (const { name, value } of changes) {
      if (!NAME.test(name)) throw pushError("EnvVarNameInvalid", `Environment variable name "${name}" is not valid.`);
      if (name in this.#system) throw pushError("EnvVarNameForbidden", `Environment variable ${name} is built in.`);
      if (value !== null && Buffer.byteLength(value) > VALUE_LENGTH) {
        throw pushError("EnvVarValueTooLong", `The value of environment variable ${name} is longer than 8 KiB.`);
      }
      if (value === null) this.#database.driver.prepare("DELETE FROM variables WHERE name = ?").run(name);
      else this.#database.driver.prepare("INSERT OR REPLACE INTO variables VALUES (?, ?)").run(name, value);
    }
  }
}

/** Variables that every component sees. */
export function systemVariables({ cloudUrl, siteUrl }: { cloudUrl: string; siteUrl: string }): Record<string, string> {
  return { CONVEX_CLOUD_URL: cloudUrl, CONVEX_SITE_URL: siteUrl };
}

/** What `process.env` is in a component: the app sees the deployment's, others what they were given. */
export function environmentOf(
  project: Project,
  component: string,
  deployment: Record<string, string>,
  system: Record<string, string>,
): Record<string, string> {
  const instance = project.instance(component);
  if (instance === undefined || component === "") return { ...deployment, ...system };
  const parentPath = component.includes("/") ? component.slice(0, component.lastIndexOf("/")) : "";
  const parent = environmentOf(project, parentPath, deployment, system);
  const own: Record<string, string> = {};
  for (const [name, binding] of instance.environment) {
    const value = binding.type === "envVar" ? parent[binding.name] : valueOf(binding.value);
    if (value !== undefined) own[name] = value;
  }
  return { ...own, ...system };
}

function valueOf(json: string): string {
  const value: unknown = JSON.parse(json);
  return typeof value === "string" ? value : JSON.stringify(value);
}
