/** The OpenID discovery documents. A deployment checks our tokens against them. */
import type { HttpRouter } from "convex/server";
import { env, httpAction } from "./_generated/server";

/** Mounts our routes in place of Convex Auth's. Theirs return the same without `X-Content-Type-Options: nosniff`. */
export function mountKeys(http: HttpRouter): void {
  http.route({ path: "/.well-known/openid-configuration", method: "GET", handler: discovery });
  http.route({ path: KEYS, method: "GET", handler: keys });
}

const KEYS = "/.well-known/jwks.json";

const discovery = httpAction(async () => {
  const issuer = env.CONVEX_SITE_URL;
  // The standard requires an authorization endpoint. This one is never used.
  return published(
    JSON.stringify({ issuer, jwks_uri: issuer + KEYS, authorization_endpoint: `${issuer}/oauth/authorize` }),
  );
});

const keys = httpAction(async () => published(env.JWKS));

function published(text: string): Response {
  return new Response(text, {
    headers: {
      "Content-Type": "application/json",
      "Cache-Control": "public, max-age=15, stale-while-revalidate=15, stale-if-error=86400",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
