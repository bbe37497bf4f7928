import { httpRouter } from "convex/server";
import { env, httpAction } from "./_generated/server";
import { photo } from "./profiles";
import { mount } from "./rest/routes";
import { photoPath } from "./shared/paths";

/** The OpenID discovery documents. A deployment checks our tokens against them. Convex Auth's own come without `nosniff`. */
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

const http = httpRouter();

http.route({ path: "/.well-known/openid-configuration", method: "GET", handler: discovery });
http.route({ path: KEYS, method: "GET", handler: keys });
http.route({ pathPrefix: photoPath, method: "GET", handler: photo });
mount(http);

export default http;
