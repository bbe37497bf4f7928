/** The types of pushes: what the CLI sends and receives. */

export interface ModuleSource {
  path: string;
  source: string;
  sourceMap?: string | null;
  environment: "isolate" | "node";
}

/** A module that the deployment already has: `sha256` is the hex digest of source + source map. */
export interface ModuleHash {
  path: string;
  environment: "isolate" | "node";
  sha256: string;
}

/** A component definition as pushed. The app's definitionPath is "". */
export interface PushedDefinition {
  definitionPath: string;
  definition: ModuleSource | null;
  dependencies: string[];
  schema: ModuleSource | null;
  modules: ModuleSource[];
  /** Modules to reuse from the active push (app only). */
  unchanged: ModuleHash[];
  udfServerVersion: string;
}

export interface PushConfig {
  /** The app first. */
  definitions: PushedDefinition[];
}

export interface PushAnalysis {
  /** start_push's response contains it, and the CLI returns it to finish_push. */
  pushId: string;
  appAuth: unknown[];
  /** By definition path: {definition, schema, functions, udfConfig}. */
  analysis: Record<string, unknown>;
  /** Tree of {definitionPath, componentPath, args, childComponents, httpRoutes, exports}. */
  app: unknown;
  /** By component path: {added_indexes, removed_indexes, enabled_indexes, disabled_indexes}. */
  indexDiffs: Record<string, unknown>;
}

export type SchemaCheck =
  | { type: "complete" }
  | { type: "failed"; error: string; componentPath: string; tableName: string | null };

/** finish_push's response. */
export interface PushDiff {
  authDiff: { added: string[]; removed: string[] };
  definitionDiffs: Record<string, never>;
  /** By component path. */
  componentDiffs: Record<string, unknown>;
}

export interface ActivePush {
  /** auth.config's providers. */
  auth: unknown[];
  /** The app's modules, for get_config_hashes. */
  modules: ModuleHash[];
  udfServerVersion: string;
  /** True if http.ts exists. */
  hasHttp: boolean;
}
