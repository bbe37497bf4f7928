import type * as auth from "../auth.js";
import type * as crons from "../crons.js";
import type * as http from "../http.js";
import type * as matches from "../matches.js";
import type * as moderator from "../moderator.js";
import type * as payments from "../payments.js";
import type * as profiles from "../profiles.js";
import type * as services_email from "../services/email.js";
import type * as services_photos from "../services/photos.js";
import type * as swipes from "../swipes.js";
import type { ApiFromModules, FilterApi, FunctionReference } from "convex/server";

declare const fullApi: ApiFromModules<{
  auth: typeof auth;
  crons: typeof crons;
  http: typeof http;
  matches: typeof matches;
  moderator: typeof moderator;
  payments: typeof payments;
  profiles: typeof profiles;
  "services/email": typeof services_email;
  "services/photos": typeof services_photos;
  swipes: typeof swipes;
}>;
export declare const api: FilterApi<typeof fullApi, FunctionReference<any, "public">>;
export declare const internal: FilterApi<typeof fullApi, FunctionReference<any, "internal">>;
export declare const components: {
  rateLimiter: import("@convex-dev/rate-limiter/_generated/component.js").ComponentApi<"rateLimiter">;
};
