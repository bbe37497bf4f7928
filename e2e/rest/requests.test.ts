/** Checks made before any function is called: paths, methods, types, sizes, origins, headers. */
import { request as httpRequest } from "node:http";
import { beforeAll, expect, inject, test } from "vitest";
import { call } from "../people";
import { Client } from "./client";
import { expectRefusal } from "./conformance";
import { signUp, type Person } from "./people";

const ready = inject("ready");
let client: Client;
let asha: Omit<Person, "id">;

beforeAll(async () => {
  client = await Client.of(ready);
  asha = await signUp(client, "Asha");
});

test("an unknown path gets 404 in JSON, whatever the method", async () => {
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
    for (const path of [
      "/",
      "/users",
      "/users/me/",
      "/users/me/2",
      "/Users/Me",
      "/moderator/process-profile",
      "/..%2f",
    ]) {
      expectRefusal(
        await client.send(`${method} ${path}`, { token: asha.token }),
        404,
        "NOT_FOUND",
        "There is nothing here.",
      );
    }
  }
});

test("outside the API the origin serves only the session keys, and no response lets a browser guess its type", async () => {
  for (const path of ["/.well-known/openid-configuration", "/.well-known/jwks.json"]) {
    const { status, headers } = await fetch(ready.siteUrl + path);
    expect([status, headers.get("content-type"), headers.get("x-content-type-options")], path).toEqual([
      200,
      "application/json",
      "nosniff",
    ]);
    expect(headers.get("cache-control")).toContain("max-age=15");
  }
  for (const path of ["/", "/api", "/users/me", "/.well-known/", "/.well-known/security.txt"]) {
    const response = await fetch(ready.siteUrl + path);
    const headerValues = ["content-type", "cache-control", "x-content-type-options"].map((name) =>
      response.headers.get(name),
    );
    expect([response.status, ...headerValues], path).toEqual([404, "application/json", "no-store", "nosniff"]);
  }
});

test("a wrong method gets 405 and the allowed methods", async () => {
  for (const [path, methods] of Object.entries(client.description.paths)) {
    const allowed = Object.keys(methods).map((method) => method.toUpperCase());
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((method) => !allowed.includes(method))) {
      const reply = await client.send(`${method} ${path.replace(/\{\w+\}/, "abc")}`, { token: asha.token });
      expect([reply.status, reply.body.code], `${method} ${path}`).toEqual([405, "WRONG_METHOD"]);
      expect(reply.headers.get("allow")?.split(", ").sort()).toEqual([...allowed, "OPTIONS"].sort());
    }
  }
});

test("every route responds to a preflight, and only the product's own origin is allowed", async () => {
  const ownOrigin = new URL(ready.appUrl).origin;
  for (const [path, methods] of Object.entries(client.description.paths)) {
    for (const method of Object.keys(methods)) {
      const headers = {
        "access-control-request-method": method.toUpperCase(),
        "access-control-request-headers": "x-auth-token",
      };
      const route = `OPTIONS ${path.replace(/\{\w+\}/, "abc")}`;
      const preflight = await client.send(route, { headers: { ...headers, origin: ownOrigin } });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get("access-control-allow-origin")).toBe(ownOrigin);
      expect(preflight.headers.get("access-control-allow-methods")).toContain(method.toUpperCase());
      expect(preflight.headers.get("access-control-allow-headers")).toBe("content-type, x-auth-token, x-proof");
      const foreign = await client.send(route, { headers: { ...headers, origin: "https://evil.example" } });
      expect(foreign.headers.get("access-control-allow-origin")).toBeNull();
    }
  }
});

test("only the product's own origin can read results and refusals", async () => {
  const ownOrigin = new URL(ready.appUrl).origin;
  for (const token of [asha.token, undefined]) {
    for (const origin of [ownOrigin, "null", `${ownOrigin}.evil.example`, "https://evil.example"]) {
      const reply = await client.send("GET /users/me", { token, as: asha.email, headers: { origin } });
      expect(reply.headers.get("access-control-allow-origin")).toBe(origin === ownOrigin ? ownOrigin : null);
      expect(reply.headers.get("access-control-allow-credentials")).toBeNull();
      expect(reply.headers.get("vary")).toContain("Origin");
    }
  }
});

test("no response names its server software, and none may be cached or framed", async () => {
  for (const route of ["GET /users/me", "GET /nothing", "PUT /users/me", "GET /docs", "GET /openapi.json"]) {
    const { headers } = await client.send(route, { token: asha.token });
    expect([headers.get("server"), headers.get("x-powered-by")]).toEqual([null, null]);
    expect(headers.get("content-security-policy")).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
  }
});

test("a body of another type gets 415, and one that is not a JSON object gets 400", async () => {
  const validBody = JSON.stringify({ email: asha.email, password: asha.password });
  for (const type of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/jsonp",
    "multipart/form-data",
    " ",
  ]) {
    const reply = await client.send("POST /auth/login", { body: validBody, headers: { "content-type": type } });
    expect([reply.status, reply.body.code], type).toEqual([415, "WRONG_TYPE"]);
  }
  const validRequest = {
    body: validBody,
    as: asha.email,
    headers: { "content-type": 'Application/JSON; charset="utf-8"' },
  };
  expect((await client.send("POST /auth/login", validRequest)).status).toBe(200);
  for (const body of ["", "{", "null", "[]", '"a"', "7", '{"email":"a","email"}', "\ufeff{}x", "[".repeat(15_000)]) {
    const reply = await client.send("POST /auth/login", { body });
    expect([reply.status, reply.body.code], body.slice(0, 20)).toEqual([400, "BAD_INPUT"]);
  }
  const notUtf8 = await fetch(`${ready.siteUrl}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: Buffer.from(validBody.replace("a", "\xff"), "latin1"),
  });
  expect(await notUtf8.json()).toEqual({ error: "The body is not JSON.", code: "BAD_INPUT" });
});

test("a body that is too large gets 413, with or without a declared length", async () => {
  const largeBody = JSON.stringify({ email: "x".repeat(70_000) });
  expectRefusal(await client.send("POST /auth/login", { body: largeBody }), 413, "TOO_LARGE", "The body is too large.");
  expect(await sendWithoutLength(`${ready.siteUrl}/api/auth/login`, largeBody)).toBe(413);
  const picture = { profilePicture: `data:image/png;base64,${"A".repeat(5_000_000)}` };
  const reply = await client.send("POST /users/profile", { token: asha.token, body: picture });
  expectRefusal(reply, 413, "PHOTO_TOO_LARGE", "Image size should be less than 3MB");
});

test("a person who keeps sending large bodies has to wait, and may still send small ones", async () => {
  const nina = await signUp(client, "Nina");
  const send = (length: number) =>
    client.send("POST /users/profile", { token: nina.token, body: { bio: "x".repeat(length) } });
  const large = [];
  for (let i = 0; i < 21; i += 1) large.push((await send(30_000)).status);
  expect(large).toEqual([...Array<number>(20).fill(400), 429]);
  expectRefusal(await send(30_000), 429, "TOO_MANY_TRIES", /minute/);
  expectRefusal(await send(3_000), 400, "BAD_INPUT", /./);
});

test("a token works only in its header, works for the app's own calls too, and ends with a sign-out", async () => {
  const tokenElsewhere = {
    as: asha.email,
    headers: { authorization: `Bearer ${asha.token}`, cookie: `token=${asha.token}` },
  };
  expect((await client.send(`GET /users/me?token=${asha.token}`, tokenElsewhere)).status).toBe(401);
  const restReply = await client.send("GET /users/me", { token: asha.token });
  const convexReply = await call(ready, "query", "profiles:me", {}, asha.token);
  expect(convexReply).toMatchObject({ status: "success", value: { _id: restReply.body._id } });
  await call(ready, "action", "auth:signOut", {}, asha.token);
  expectRefusal(await client.send("GET /users/me", { token: asha.token }), 401, "UNAUTHENTICATED", /Session expired/);
  const { body } = await client.send("POST /auth/login", { body: asha, as: asha.email });
  asha = { ...asha, token: body.token as string };
  client.addToken(asha.token, asha.email);
});

/** Sends a chunked body without a length. Returns the status. */
function sendWithoutLength(address: string, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "transfer-encoding": "chunked" };
    const request = httpRequest(address, { method: "POST", headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on("error", reject);
    for (let at = 0; at < body.length; at += 10_000) request.write(body.slice(at, at + 10_000));
    request.end();
  });
}
