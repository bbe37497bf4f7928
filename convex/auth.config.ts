import type { AuthConfig } from "convex/server";
import { env } from "./_generated/server";

/** Whose tokens count: this deployment's own, made by Convex Auth and checked against the keys it publishes. */
export default { providers: [{ domain: env.CONVEX_SITE_URL, applicationID: "convex" }] } satisfies AuthConfig;
