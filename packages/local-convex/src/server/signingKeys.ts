import { createLocalJWKSet, createRemoteJWKSet, customFetch, errors } from "jose";
import type { JWTVerifyGetKey } from "jose";
import type { CoreApi } from "../contract/core";
import { newRequestId } from "../errors";

/** Fetches a URL. Rejects if there is no response. */
export type FetchUrl = (address: string, signal?: AbortSignal) => Promise<Response>;

/** The keys for checking a token are unreachable now. The token may be valid. */
export class KeysUnavailable extends Error {
  override name = "KeysUnavailable";

  constructor(cause: unknown) {
    super("The keys to check tokens with cannot be read at the moment. Please try again.", { cause });
  }
}

const FETCH_TIMEOUT = 10_000;

/**
 * Returns a `FetchUrl` that fetches this deployment's own URLs without the network, which on a busy machine could exceed any timeout. `urls`:
 * the deployment's own, without a trailing slash.
 */
export function urlFetcher(http: CoreApi["http"], urls: { cloudUrl: string; siteUrl: string }): FetchUrl {
  const prefixes = [`${urls.siteUrl}/`, `${urls.cloudUrl}/http/`];
  return async (address, signal = AbortSignal.timeout(FETCH_TIMEOUT)) => {
    const ownPrefix = prefixes.find((prefix) => address.startsWith(prefix));
    if (ownPrefix === undefined) return await fetch(address, { signal, redirect: "manual" });
    const url = `${urls.siteUrl}/${address.slice(ownPrefix.length)}`;
    const requestId = newRequestId();
    const response = await http({
      method: "GET",
      url,
      headers: [],
      body: null,
      identity: null,
      requestId,
      redact: true,
    });
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body) chunks.push(chunk);
    return new Response(Buffer.concat(chunks), { status: response.status, headers: response.headers });
  };
}

/** Returns the keys of an OpenID Connect provider, by discovery. Rejects if they are unreachable. */
export async function discoveredKeys(issuer: string, fetchUrl: FetchUrl): Promise<JWTVerifyGetKey> {
  const response = await fetchUrl(`${issuer}/.well-known/openid-configuration`);
  if (!response.ok) throw new Error(`${issuer} has no OpenID configuration (${response.status})`);
  const { jwks_uri } = (await response.json()) as { jwks_uri?: string };
  if (typeof jwks_uri !== "string") throw new Error(`The OpenID configuration of ${issuer} names no jwks_uri`);
  return keysAt(jwks_uri, fetchUrl);
}

/** Returns the keys at a URL, fetched when needed, or of a `data:` URI. Rejects if they are unreachable. */
export async function keysAt(address: string, fetchUrl: FetchUrl): Promise<JWTVerifyGetKey> {
  if (address.startsWith("data:")) return createLocalJWKSet(JSON.parse(await (await fetch(address)).text()));
  return createRemoteJWKSet(new URL(address), { [customFetch]: (url, { signal }) => fetchUrl(url, signal) });
}

/** True if the keys could not be fetched. False if none of them fits. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return true;
  return ["ERR_JWKS_TIMEOUT", "ERR_JWKS_INVALID", "ERR_JOSE_GENERIC"].includes(error.code);
}
