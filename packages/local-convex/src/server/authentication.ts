import { createHash, timingSafeEqual } from "node:crypto";
import { createLocalJWKSet, createRemoteJWKSet, decodeJwt, errors, jwtVerify } from "jose";
import type { JWTPayload, JWTVerifyGetKey } from "jose";
import { identityOf } from "./identity";
import type { Caller, IdentityText } from "../contract/core";

/** The verified identity and rights of a caller, until the token expires. */
export interface Session {
  identity: IdentityText;
  caller: Caller;
  /** Milliseconds since 1970. */
  expiresAt: number;
  /** The token itself, for `getRequestMetadata`. */
  token: string | null;
}

/** The session of a caller without a token. */
export const NOBODY: Session = { identity: null, caller: "client", expiresAt: Infinity, token: null };

/** Why a token or key is refused, in words that its sender may see. */
export class AuthenticationError extends Error {
  override name = "AuthenticationError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

interface Provider {
  type?: "customJwt";
  /** The issuer of an OpenID Connect provider. */
  domain?: string;
  issuer?: string;
  jwks?: string;
  algorithm?: string;
  applicationID?: string;
}

const CLOCK_TOLERANCE = 5;
const FETCH_TIMEOUT = 10_000;
const OIDC_ALGORITHMS = ["RS256", "EdDSA"];
const CUSTOM_ALGORITHMS = ["RS256", "ES256"];

/** Verifies callers: by the deployment's admin key, or by a token of a provider in auth.config. */
export class Authenticator {
  readonly #keyDigest: Buffer;
  #providers: Provider[] = [];
  #keys = new Map<Provider, Promise<JWTVerifyGetKey>>();

  constructor(adminKey: string) {
    this.#keyDigest = digest(adminKey);
  }

  /** Sets the providers and drops all fetched keys, which may have changed too. */
  reset(providers: unknown[]): void {
    this.#providers = providers.filter((item): item is Provider => typeof item === "object" && item !== null);
    this.#keys = new Map();
  }

  isAdminKey(key: string): boolean {
    return timingSafeEqual(digest(key), this.#keyDigest);
  }

  /** The admin, possibly acting as an identity (JSON text). */
  admin(key: string, actingAs: string | null): Session {
    if (!this.isAdminKey(key)) {
      throw new AuthenticationError(
        "BadDeployKey",
        "The provided deploy key was invalid for this deployment. Double check that the key is correct.",
      );
    }
    return { identity: actingAs, caller: "admin", expiresAt: Infinity, token: null };
  }

  /** The session for an `Authorization` header: a bearer, an admin, or nobody. */
  async header(value: string | undefined): Promise<Session> {
    const [, scheme, rest] = /^(\w+) +(.+)$/.exec(value ?? "") ?? [];
    if (scheme === undefined || rest === undefined) return NOBODY;
    if (scheme.toLowerCase() === "bearer") return await this.bearer(rest);
    if (scheme.toLowerCase() === "convex") return this.#adminHeader(rest);
    throw new AuthenticationError("InvalidAuthHeader", "The Authorization header must start with Bearer or Convex.");
  }

  async bearer(token: string): Promise<Session> {
    const claims = decode(token);
    const provider = this.#providers.find((candidate) => fits(candidate, claims));
    if (!provider) {
      const known = this.#providers.map(issuerOf).join(", ") || "none";
      const message = `No auth provider found matching the given token. Check auth.config.ts. Its providers: ${known}; the token's issuer: ${String(claims.iss)}.`;
      throw new AuthenticationError("NoAuthProvider", message);
    }
    const payload = await this.#verify(provider, token);
    const expiresAt = payload.exp === undefined ? Infinity : payload.exp * 1000;
    return {
      identity: JSON.stringify(identityOf(payload, provider.type === "customJwt")),
      caller: "client",
      expiresAt,
      token,
    };
  }

  #adminHeader(rest: string): Session {
    if (this.isAdminKey(rest)) return this.admin(rest, null);
    const at = rest.lastIndexOf(":");
    const session = this.admin(rest.slice(0, Math.max(0, at)), null);
    return { ...session, identity: actingAs(rest.slice(at + 1)) };
  }

  async #verify(provider: Provider, token: string): Promise<JWTPayload> {
    try {
      const algorithms =
        provider.type !== "customJwt" ? OIDC_ALGORITHMS : provider.algorithm ? [provider.algorithm] : CUSTOM_ALGORITHMS;
      const { payload } = await jwtVerify(token, await this.#keysOf(provider), {
        algorithms,
        clockTolerance: CLOCK_TOLERANCE,
        requiredClaims: ["sub", "exp"],
      });
      return payload;
    } catch (error) {
      const why = error instanceof errors.JOSEError ? error.code : String(error);
      throw new AuthenticationError(
        "Unauthenticated",
        `Could not verify the token: ${why}. Check its signature and that it has not expired.`,
      );
    }
  }

  #keysOf(provider: Provider): Promise<JWTVerifyGetKey> {
    let keys = this.#keys.get(provider);
    if (!keys) {
      keys = loadKeys(provider);
      this.#keys.set(provider, keys);
      // The next token tries again to reach a provider that did not respond.
      keys.catch(() => this.#keys.delete(provider));
    }
    return keys;
  }
}

function decode(token: string): JWTPayload {
  try {
    return decodeJwt(token);
  } catch {
    throw new AuthenticationError(
      "InvalidAuthHeader",
      "Could not parse the token. A JWT has three base64-encoded parts separated by dots.",
    );
  }
}

async function loadKeys(provider: Provider): Promise<JWTVerifyGetKey> {
  if (provider.type !== "customJwt") return createRemoteJWKSet(new URL(await discover(issuerOf(provider))));
  const jwks = provider.jwks ?? "";
  if (!jwks.startsWith("data:")) return createRemoteJWKSet(new URL(jwks));
  return createLocalJWKSet(JSON.parse(await (await fetch(jwks)).text()));
}

async function discover(issuer: string): Promise<string> {
  const response = await fetch(`${issuer}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(FETCH_TIMEOUT),
  });
  if (!response.ok) throw new Error(`${issuer} has no OpenID configuration (${response.status})`);
  const { jwks_uri } = (await response.json()) as { jwks_uri?: string };
  if (typeof jwks_uri !== "string") throw new Error(`The OpenID configuration of ${issuer} names no jwks_uri`);
  return jwks_uri;
}

function fits(provider: Provider, claims: JWTPayload): boolean {
  if (typeof claims.iss !== "string" || normalise(claims.iss) !== issuerOf(provider)) return false;
  const audiences = Array.isArray(claims.aud) ? claims.aud : [claims.aud];
  return provider.applicationID === undefined || audiences.includes(provider.applicationID);
}

function issuerOf(provider: Provider): string {
  return normalise((provider.type === "customJwt" ? provider.issuer : provider.domain) ?? "");
}

function normalise(issuer: string): string {
  const withScheme = /^https?:\/\//.test(issuer) ? issuer : `https://${issuer}`;
  return withScheme.replace(/\/$/, "");
}

function actingAs(encoded: string): string {
  try {
    const text = Buffer.from(encoded, "base64").toString("utf8");
    JSON.parse(text);
    return text;
  } catch {
    throw new AuthenticationError("InvalidAuthHeader", "The identity to act as is not base64 of JSON.");
  }
}

// Digests have one length, so that comparing them takes the same time for every input.
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
