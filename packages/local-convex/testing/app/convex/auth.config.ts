import type { AuthConfig } from "convex/server";

export default {
  providers: [
    { domain: process.env.CONVEX_SITE_URL ?? "", applicationID: "fixture" },
    { type: "customJwt", issuer: "https://custom.example", jwks: process.env.CUSTOM_JWKS ?? "", algorithm: "ES256" },
  ],
} satisfies AuthConfig;
