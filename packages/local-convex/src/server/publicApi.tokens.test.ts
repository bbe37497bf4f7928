import { SignJWT } from "jose";
import WebSocket from "ws";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { api } from "../../testing/api";
import { sharedDeployment, type Deployment } from "../../testing/deployment";

let deployment: Deployment;
let customKey: CryptoKey;

beforeAll(async () => {
  ({ deployment, customKey } = await sharedDeployment());
}, 120_000);

afterAll(() => deployment.closeClients());

test("a token of the app's own provider gives an identity, over HTTP and over a socket", async () => {
  const token = await signIn("asha", 60);
  const http = deployment.http();
  http.setAuth(token);
  const identity = {
    subject: "asha",
    issuer: deployment.siteUrl,
    tokenIdentifier: `${deployment.siteUrl}|asha`,
    name: "Asha",
    givenName: "A",
    role: "guest",
  };
  expect(await http.query(api.messages.me, {})).toEqual(identity);

  const client = deployment.client();
  client.setAuth(async () => token);
  expect(await client.query(api.messages.me, {})).toEqual(identity);
});

test("a custom JWT gives an identity too", async () => {
  const jwt = new SignJWT({ properties: { id: 7 } })
    .setProtectedHeader({ alg: "ES256" })
    .setIssuer("https://custom.example");
  const http = deployment.http();
  http.setAuth(await jwt.setSubject("ravi").setExpirationTime("1 min").sign(customKey));
  expect(await http.query(api.messages.me, {})).toMatchObject({ subject: "ravi", "properties.id": 7 });
});

test("a forged or expired token returns 401 over HTTP", async () => {
  const token = await signIn("asha", 60);
  for (const bad of [`${token.slice(0, -8)}AAAAAAAA`, await signIn("asha", -60), "nonsense"]) {
    const response = await deployment.fetch("/api/query", { path: "messages:me", args: {} }, `Bearer ${bad}`);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: expect.any(String) });
  }
});

test("a forged token over a socket leaves its client signed out", async () => {
  const client = deployment.client();
  const changes: boolean[] = [];
  client.setAuth(
    async () => "a.b.c",
    (signedIn) => changes.push(signedIn),
  );
  await vi.waitFor(() => expect(changes).toContain(false), { timeout: 10_000 });
  expect(await client.query(api.messages.me, {})).toBeNull();
});

test("a token that expires closes its socket, with an AuthError that is not about a new token", async () => {
  const socket = new WebSocket(`${deployment.cloudUrl.replace("http", "ws")}/api/1.48.0/sync`);
  const received: { type: string }[] = [];
  socket.on("message", (data) => received.push(JSON.parse(String(data)) as { type: string }));
  await new Promise((resolve) => socket.once("open", resolve));
  const send = (message: object) => socket.send(JSON.stringify(message));
  send({ type: "Connect", sessionId: "s", connectionCount: 0, lastCloseReason: null, clientTs: 0 });
  send({ type: "Authenticate", tokenType: "User", value: await signIn("asha", 2), baseVersion: 0 });
  await new Promise((resolve) => socket.once("close", resolve));
  expect(received).toMatchObject([
    { type: "Transition", endVersion: { identity: 1 } },
    { type: "AuthError", baseVersion: 0, authUpdateAttempted: false },
  ]);
});

test("a user stays signed in when the server is killed and started again", async () => {
  const client = deployment.client();
  const token = await signIn("asha", 600);
  const changes: boolean[] = [];
  const seen: unknown[] = [];
  client.setAuth(
    async () => token,
    (signedIn) => changes.push(signedIn),
  );
  client.onUpdate(api.messages.me, {}, (me) => seen.push(me?.subject));
  await vi.waitFor(() => expect(seen.at(-1)).toBe("asha"), { timeout: 5_000 });
  await deployment.kill();
  await deployment.start();
  await client.mutation(api.messages.send, { room: "back", body: "again" });
  expect(await client.query(api.messages.me, {})).toMatchObject({ subject: "asha" });
  expect(changes).toEqual([true]);
});

test("an HTTP action has the identity of a good token, and none for a bad one", async () => {
  const good = await fetch(`${deployment.siteUrl}/echo`, {
    method: "POST",
    headers: { Authorization: `Bearer ${await signIn("asha", 60)}` },
  });
  expect(good.headers.get("x-subject")).toBe("asha");
  const bad = await fetch(`${deployment.siteUrl}/echo`, {
    method: "POST",
    headers: { Authorization: "Bearer of news" },
  });
  expect(bad.headers.get("x-subject")).toBe("nobody");
});

async function signIn(subject: string, lifetime: number): Promise<string> {
  const response = await fetch(`${deployment.siteUrl}/token`, {
    method: "POST",
    body: JSON.stringify({ subject, lifetime }),
  });
  return response.text();
}
