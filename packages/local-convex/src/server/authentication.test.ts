import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Authenticator } from "./authentication";
import { HttpActions } from "./httpActions";
import { sendError } from "./httpMessages";
import { InFlight } from "./inFlight";
import { PublicApi } from "./publicApi";
import { Redaction } from "./redaction";
import { urlFetcher, type FetchUrl } from "./signingKeys";
import type { CoreApi } from "../contract/core";

let provider: Server;
let issuer: string;
let published: JWK[] = [];
let key: CryptoKey;
let fetches = 0;

const fetchUrl: FetchUrl = (address, signal) => fetch(address, { signal: signal ?? null });

beforeAll(async () => {
  provider = createServer((request, response) => {
    fetches += 1;
    const discovery = request.url === "/.well-known/openid-configuration";
    response.end(JSON.stringify(discovery ? { issuer, jwks_uri: `${issuer}/jwks` } : { keys: published }));
  });
  await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  key = await publish("RS256", "first");
});

afterAll(() => provider.close());

test("a token of a provider in auth.config gives an identity", async () => {
  const { identity, caller, expiresAt } = await authenticator().bearer(
    await token({ name: "Asha", given_name: "A", role: "guest" }),
  );
  expect(JSON.parse(identity ?? "")).toEqual({
    tokenIdentifier: `${issuer}|asha`,
    issuer,
    subject: "asha",
    name: "Asha",
    givenName: "A",
    role: "guest",
  });
  expect(caller).toBe("client");
  expect(expiresAt).toBeGreaterThan(Date.now());
});

test("a token's claims cannot override the identity's own fields", async () => {
  const { identity } = await authenticator().bearer(
    await token({ tokenIdentifier: "x|root", subject: "root", emailVerified: true }),
  );
  expect(JSON.parse(identity ?? "")).toEqual({ tokenIdentifier: `${issuer}|asha`, issuer, subject: "asha" });
});

test("keys are fetched once for many tokens", async () => {
  const authority = authenticator();
  await authority.bearer(await token({}));
  const before = fetches;
  await Promise.all(Array.from({ length: 10 }, async () => authority.bearer(await token({}))));
  expect(fetches).toBe(before);
});

test.each([
  ["of another audience", () => token({}, { audience: "other" }), "NoAuthProvider"],
  ["of another issuer", () => token({}, { issuer: "https://elsewhere.example" }), "NoAuthProvider"],
  ["that has expired", () => token({}, { expires: -60 }), "Unauthenticated"],
  ["without an expiry", () => token({}, { expires: null }), "Unauthenticated"],
  [
    "signed by another key",
    async () => token({}, { key: (await generateKeyPair("RS256")).privateKey }),
    "Unauthenticated",
  ],
  [
    "signed with a shared secret",
    () => token({}, { key: new TextEncoder().encode("x".repeat(32)), alg: "HS256" }),
    "Unauthenticated",
  ],
  [
    "that is not signed",
    async () => `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ iss: issuer, aud: "app", sub: "asha" }))}.`,
    "Unauthenticated",
  ],
  ["that is not a JWT", async () => "abc", "InvalidAuthHeader"],
])("a token %s is refused", async (_, make, code) => {
  await expect(authenticator().bearer(await make())).rejects.toMatchObject({ name: "AuthenticationError", code });
});

test("a provider that published no keys is asked again after a reset", async () => {
  const authority = authenticator();
  const good = await token({});
  const saved = published;
  published = [];
  await expect(authority.bearer(good)).rejects.toThrow();
  published = saved;
  authority.reset([{ domain: issuer, applicationID: "app" }]);
  await expect(authority.bearer(good)).resolves.toMatchObject({ caller: "client" });
});

test.each<[string, FetchUrl]>([
  ["cannot be reached", () => Promise.reject(new TypeError("fetch failed"))],
  ["does not respond in time", () => Promise.reject(new DOMException("slow", "TimeoutError"))],
  ["is overloaded", async () => new Response("busy", { status: 503 })],
  ["responds with something else", async () => new Response("<html>")],
  [
    "has keys that cannot be reached",
    async (address) => (address.endsWith("/jwks") ? new Response("", { status: 500 }) : await fetchUrl(address)),
  ],
])("when the provider %s, a token's check fails as unavailable, and the next check tries again", async (_, fails) => {
  let isAway = true;
  const authority = authenticator((address, signal) => (isAway ? fails : fetchUrl)(address, signal));
  const good = await token({});
  await expect(authority.bearer(good)).rejects.toMatchObject({ name: "KeysUnavailable" });
  isAway = false;
  await expect(authority.bearer(good)).resolves.toMatchObject({ caller: "client" });
});

test("a caller whose token cannot be checked now is asked to retry, and the log has the reason", async () => {
  const logged: string[] = [];
  const authority = authenticator(() => Promise.reject(new TypeError("fetch failed")));
  const core = {} as CoreApi;
  const services = { core, authenticator: authority, redaction: new Redaction(true), inFlight: new InFlight() };
  const [api, actions] = [new PublicApi(services), new HttpActions(services)];
  actions.enabled = true;
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    const answered = path.startsWith("/api/query")
      ? api.handle(request, response, path)
      : actions.handle(request, response);
    answered.catch((error: unknown) => sendError(request, response, error, (line) => logged.push(line)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const headers = { authorization: `Bearer ${await token({})}` };
  for (const path of ["/api/query", "/route"]) {
    const answer = await fetch(url + path, { method: "POST", headers, body: '{"path":"a:b","args":{}}' });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(logged.shift()).toMatch(/^POST .* KeysUnavailable[^]*TypeError: fetch failed/);
  }
  server.close();
});

test("a URL of the deployment itself is fetched from its functions, without a timeout, and any other over the network", async () => {
  const requestedUrls: string[] = [];
  const urls = { cloudUrl: "http://127.0.0.1:1", siteUrl: "http://127.0.0.1:2" };
  const fetchOwn = urlFetcher(async ({ url }) => {
    requestedUrls.push(url);
    const body = (async function* () {
      yield Buffer.from(`{"url":"${url}"}`);
    })();
    return { status: 200, headers: [], body, cancel: () => undefined };
  }, urls);
  const ended = AbortSignal.abort();

  for (const address of ["http://127.0.0.1:2/keys", "http://127.0.0.1:1/http/keys"]) {
    expect(await (await fetchOwn(address, ended)).json()).toEqual({ url: "http://127.0.0.1:2/keys" });
  }
  expect((await fetchOwn(`${issuer}/jwks`)).status).toBe(200);
  await expect(fetchOwn("http://127.0.0.1:2.evil.example/keys", ended)).rejects.toThrow();
  expect(requestedUrls).toHaveLength(2);
});

test("a custom JWT is checked against keys in a data: URI, and its nested claims are flattened", async () => {
  const pair = await generateKeyPair("ES256");
  const jwks = `data:application/json,${encodeURIComponent(JSON.stringify({ keys: [{ ...(await exportJWK(pair.publicKey)), alg: "ES256" }] }))}`;
  const authority = new Authenticator("key", fetchUrl);
  authority.reset([{ type: "customJwt", issuer: "https://custom.example/", jwks, algorithm: "ES256" }]);
  const custom = await token(
    { properties: { id: 7 } },
    { key: pair.privateKey, alg: "ES256", issuer: "https://custom.example" },
  );
  expect(JSON.parse((await authority.bearer(custom)).identity ?? "")).toMatchObject({
    subject: "asha",
    "properties.id": 7,
  });
});

test("the admin key makes its caller the admin, even when acting as a user, and any other key is refused", async () => {
  const authority = authenticator();
  expect(await authority.header("Convex the|key")).toMatchObject({ caller: "admin", identity: null });
  const acting = Buffer.from('{"subject":"asha"}').toString("base64");
  expect(await authority.header(`Convex the|key:${acting}`)).toMatchObject({
    caller: "admin",
    identity: '{"subject":"asha"}',
  });
  for (const key of ["wrong", "the|ke", "the|key2", `wrong:${acting}`, ":", ""]) {
    await expect(authority.header(`Convex x${key}`)).rejects.toThrow();
  }
});

function authenticator(fetcher: FetchUrl = fetchUrl) {
  const authority = new Authenticator("the|key", fetcher);
  authority.reset([{ domain: `${issuer}/`, applicationID: "app" }]);
  return authority;
}

interface TokenOptions {
  audience?: string;
  issuer?: string;
  expires?: number | null;
  key?: CryptoKey | Uint8Array;
  alg?: string;
}

function token(claims: Record<string, unknown>, options: TokenOptions = {}): Promise<string> {
  const jwt = new SignJWT(claims)
    .setProtectedHeader({ alg: options.alg ?? "RS256" })
    .setSubject("asha")
    .setIssuer(options.issuer ?? issuer)
    .setAudience(options.audience ?? "app");
  const { expires = 60 } = options;
  if (expires !== null) jwt.setExpirationTime(Math.floor(Date.now() / 1000) + expires);
  return jwt.sign(options.key ?? key);
}

async function publish(alg: string, kid: string) {
  const pair = await generateKeyPair(alg);
  published = [{ ...(await exportJWK(pair.publicKey)), alg, kid }];
  return pair.privateKey;
}
