import type { SystemQuery } from "../functions/core";

/** The `_system/…` queries of the CLI and the dashboard, by path. */
export const systemQueries: Record<string, SystemQuery> = {};
