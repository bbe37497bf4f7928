import type { AuthConfig } from "convex/server";
import { env } from "./_generated/server";

/** Accepts tokens that Convex Auth makes here, checked against the keys that this deployment publishes. */
export default { providers: [{ domain: env.CONVEX_SITE_URL, applicationID: "convex" }] } satisfies AuthConfig;
