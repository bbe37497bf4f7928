import { httpActionGeneric, httpRouter } from "convex/server";
import { importJWK, SignJWT } from "jose";

const http = httpRouter();

/** The app is its own OpenID provider, like apps with Convex Auth. */
http.route({
  path: "/.well-known/openid-configuration",
  method: "GET",
  handler: httpActionGeneric(async () => {
    const site = process.env.CONVEX_SITE_URL;
    return Response.json({ issuer: site, jwks_uri: `${site}/.well-known/jwks.json` });
  }),
});

http.route({
  path: "/.well-known/jwks.json",
  method: "GET",
  handler: httpActionGeneric(async () => {
    const { kty, n, e, kid } = JSON.parse(process.env.SIGNING_KEY ?? "{}");
    return Response.json({ keys: [{ kty, n, e, kid, alg: "RS256", use: "sig" }] });
  }),
});

http.route({
  path: "/token",
  method: "POST",
  handler: httpActionGeneric(async (_, request) => {
    const { subject, lifetime } = await request.json();
    const key = await importJWK(JSON.parse(process.env.SIGNING_KEY ?? "{}"), "RS256");
    const token = await new SignJWT({ name: "Asha", given_name: "A", role: "guest" })
      .setProtectedHeader({ alg: "RS256" })
      .setIssuer(process.env.CONVEX_SITE_URL ?? "")
      .setAudience("fixture")
      .setSubject(subject)
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1000) + lifetime)
      .sign(key);
    return new Response(token);
  }),
});

http.route({
  path: "/echo",
  method: "POST",
  handler: httpActionGeneric(async (ctx, request) => {
    const identity = await ctx.auth.getUserIdentity();
    const headers = new Headers({ "X-Url": request.url, "X-Subject": identity?.subject ?? "nobody" });
    headers.set("X-Seen", request.headers.get("X-Sent") ?? "");
    headers.append("Set-Cookie", "a=1");
    headers.append("Set-Cookie", "b=2");
    return new Response(await request.arrayBuffer(), { status: 201, headers });
  }),
});

http.route({
  path: "/stream",
  method: "GET",
  handler: httpActionGeneric(async () => {
    const encoder = new TextEncoder();
    let sent = 0;
    const body = new ReadableStream({
      async pull(controller) {
        if (sent > 0) await new Promise((resolve) => setTimeout(resolve, 100));
        controller.enqueue(encoder.encode(`part ${sent++};`));
        if (sent === 3) controller.close();
      },
    });
    return new Response(body);
  }),
});

http.route({
  path: "/crash",
  method: "GET",
  handler: httpActionGeneric(async () => {
    throw new Error("a bug in a route");
  }),
});

export default http;
