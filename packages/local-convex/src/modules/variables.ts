import type { Database } from "../database/database";
import { compile, withoutValues, type ValidatorJson } from "../database/validators";
import { pushError } from "../errors";
import { nameOf, partsOf } from "../paths.mjs";
import type { Project } from "./project";

const NAME = /^[a-zA-Z_][a-zA-Z0-9_]{0,255}$/;
const VALUE_LENGTH = 8_192;

/** A variable that the app's convex.config declares. */
export interface DeclaredVariable {
  optional?: boolean;
  /** JSON text of its validator. */
  value: string;
}

export function declaredVariables({ state }: Project): Map<string, DeclaredVariable> {
  const { envVars } = state.analysis[""]?.definition ?? {};
  return new Map(Array.isArray(envVars) ? (envVars as [string, DeclaredVariable][]) : []);
}

function checkDeclared(name: string, value: string | null, { optional, value: validator }: DeclaredVariable): void {
  if (value === null && optional !== true) {
    const message = `Environment variable ${name} cannot be removed: convex.config.ts declares it as required.`;
    throw pushError("RequiredEnvironmentVariable", message);
  }
  const problem = value === null ? null : compile(JSON.parse(validator) as ValidatorJson)(value, () => true);
  if (problem === null) return;
  const message = `Environment variable ${name} does not match the validator that convex.config.ts declares for it: ${withoutValues(problem)}`;
  throw pushError("InvalidEnvironmentVariable", message);
}

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

  /** Sets all variables or none. Needs a transaction. Checks them against the app's convex.config. */
  set(changes: { name: string; value: string | null }[], declared: ReadonlyMap<string, DeclaredVariable>): void {
    for (const { name, value } of changes) {
      const declaration = declared.get(name);
      if (declaration !== undefined) checkDeclared(name, value, declaration);
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

/** Records variables that were read but are not set. */
export interface Recording {
  missing: Set<string>;
}

/** `process.env` of each component: the app sees the deployment's variables, and a component sees those passed to it. */
export class Environments implements Recording {
  readonly missing = new Set<string>();
  readonly #system: Record<string, string>;
  #deployment: Record<string, string> = {};
  #project: Project | null = null;
  readonly #cache = new Map<string, Record<string, string>>();

  constructor(origins: { cloudUrl: string; siteUrl: string }) {
    this.#system = systemVariables(origins);
  }

  set(deployment: Record<string, string>): void {
    this.#deployment = deployment;
    this.#cache.clear();
  }

  get(project: Project, component: string): Record<string, string> {
    if (this.#project !== project) {
      this.#project = project;
      this.#cache.clear();
    }
    let environment = this.#cache.get(component);
    if (environment === undefined) {
      environment = this.#recorded(this.#valuesOf(project, component));
      this.#cache.set(component, environment);
    }
    return environment;
  }

  #valuesOf(project: Project, component: string): Record<string, string> {
    const instance = project.instance(component);
    if (instance === undefined || component === "") return { ...this.#deployment, ...this.#system };
    const parentPath = nameOf(...partsOf(component).slice(0, -1));
    const parent = this.#valuesOf(project, parentPath);
    const own: Record<string, string> = {};
    for (const [name, binding] of instance.environment) {
      const value = binding.type === "envVar" ? parent[binding.name] : valueOf(binding.value);
      if (value !== undefined) own[name] = value;
    }
    return { ...own, ...this.#system };
  }

  #recorded(values: Record<string, string>): Record<string, string> {
    return new Proxy(values, {
      get: (target, name) => {
        const value = Reflect.get(target, name) as string | undefined;
        if (value === undefined && typeof name === "string") this.missing.add(name);
        return value;
      },
    });
  }
}

/** Returns the variables that every component sees. */
function systemVariables({ cloudUrl, siteUrl }: { cloudUrl: string; siteUrl: string }): Record<string, string> {
  return { CONVEX_CLOUD_URL: cloudUrl, CONVEX_SITE_URL: siteUrl };
}

function valueOf(json: string): string {
  const value: unknown = JSON.parse(json);
  return typeof value === "string" ? value : JSON.stringify(value);
}
