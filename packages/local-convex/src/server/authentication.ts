import { createHash, timingSafeEqual } from "node:crypto";
import { decodeJwt, errors, jwtVerify } from "jose";
import type { JWTPayload, JWTVerifyGetKey } from "jose";
import { identityOf } from "./identity";
import { discoveredKeys, isUnavailable, keysAt, KeysUnavailable, type FetchUrl } from "./signingKeys";
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

export const ANONYMOUS: Session = { identity: null, caller: "client", expiresAt: Infinity, token: null };

export const BAD_DEPLOY_KEY =
  "The provided deploy key was invalid for this deployment. Double check that the key is correct.";

/** The refusal of a token or key. Its sender sees the message. */
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
const OIDC_ALGORITHMS = ["RS256", "EdDSA"];
const CUSTOM_ALGORITHMS = ["RS256", "ES256"];

/** Verifies callers by the deployment's admin key, or by a token of a provider in auth.config. */
export class Authenticator {
  readonly #keyDigest: Buffer;
  readonly #fetchUrl: FetchUrl;
  #providers: Provider[] = [];
  #keys = new Map<Provider, Promise<JWTVerifyGetKey>>();

  constructor(adminKey: string, fetchUrl: FetchUrl) {
    this.#keyDigest = digest(adminKey);
    this.#fetchUrl = fetchUrl;
  }

  /** Sets the providers. Drops all fetched keys, which may have changed, too. */
  reset(providers: unknown[]): void {
    this.#providers = providers.filter((item): item is Provider => typeof item === "object" && item !== null);
    this.#keys = new Map();
  }

  isAdminKey(key: string): boolean {
    return timingSafeEqual(digest(key), this.#keyDigest);
  }

  /** Returns the admin's session, possibly acting as an identity (JSON text). Throws for a wrong key. */
  admin(key: string, actingAs: string | null): Session {
    if (!this.isAdminKey(key)) throw new AuthenticationError("BadDeployKey", BAD_DEPLOY_KEY);
    return { identity: actingAs, caller: "admin", expiresAt: Infinity, token: null };
  }

  /** Returns the session for an `Authorization` header: a bearer's, the admin's, or an anonymous one. */
  async header(value: string | undefined): Promise<Session> {
    const [, scheme, credentials] = /^(\w+) +(.+)$/.exec(value ?? "") ?? [];
    if (scheme === undefined || credentials === undefined) return ANONYMOUS;
    if (scheme.toLowerCase() === "bearer") return await this.bearer(credentials);
    if (scheme.toLowerCase() === "convex") return this.#adminHeader(credentials);
    throw new AuthenticationError("InvalidAuthHeader", "The Authorization header must start with Bearer or Convex.");
  }

  /** Returns a token's session. Rejects with AuthenticationError, or with KeysUnavailable if it cannot be checked now. */
  async bearer(token: string): Promise<Session> {
    const claims = decode(token);
    const provider = this.#providers.find((candidate) => matchesProvider(candidate, claims));
    if (!provider) {
      const issuers = this.#providers.map(issuerOf).join(", ") || "none";
      const message = `No auth provider found matching the given token. Check auth.config.ts. Its providers: ${issuers}; the token's issuer: ${String(claims.iss)}.`;
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

  #adminHeader(credentials: string): Session {
    if (this.isAdminKey(credentials)) return this.admin(credentials, null);
    const at = credentials.lastIndexOf(":");
    const session = this.admin(credentials.slice(0, Math.max(0, at)), null);
    return { ...session, identity: actingAs(credentials.slice(at + 1)) };
  }

  async #verify(provider: Provider, token: string): Promise<JWTPayload> {
    const keys = await this.#keysOf(provider);
    const algorithms =
      provider.type !== "customJwt" ? OIDC_ALGORITHMS : provider.algorithm ? [provider.algorithm] : CUSTOM_ALGORITHMS;
    const getKey: JWTVerifyGetKey = async (...args) => await Promise.resolve(keys(...args)).catch(throwUnavailable);
    try {
      const options = { algorithms, clockTolerance: CLOCK_TOLERANCE, requiredClaims: ["sub", "exp"] };
      return (await jwtVerify(token, getKey, options)).payload;
    } catch (error) {
      if (error instanceof KeysUnavailable) throw error;
      const reason = error instanceof errors.JOSEError ? error.code : String(error);
      throw new AuthenticationError(
        "Unauthenticated",
        `Could not verify the token: ${reason}. Check its signature and that it has not expired.`,
      );
    }
  }

  #keysOf(provider: Provider): Promise<JWTVerifyGetKey> {
    let keys = this.#keys.get(provider);
    if (!keys) {
      keys = this.#load(provider).catch(throwUnavailable);
      this.#keys.set(provider, keys);
      // The next token retries a provider that did not respond.
      keys.catch(() => this.#keys.delete(provider));
    }
    return keys;
  }

  #load(provider: Provider): Promise<JWTVerifyGetKey> {
    if (provider.type === "customJwt") return keysAt(provider.jwks ?? "", this.#fetchUrl);
    return discoveredKeys(issuerOf(provider), this.#fetchUrl);
  }
}

function throwUnavailable(error: unknown): never {
  throw isUnavailable(error) ? new KeysUnavailable(error) : error;
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

function matchesProvider(provider: Provider, claims: JWTPayload): boolean {
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

// Digests have equal lengths, so comparing them takes the same time for every input.
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
