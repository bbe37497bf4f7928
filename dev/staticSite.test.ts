import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { festivalFrom } from "../convex/shared/festivalDefaults";
import { withTexts } from "../convex/shared/festivalTexts";
import { serveSite, type Site } from "./staticSite";

let festival = withTexts(festivalFrom({ FESTIVAL_NAME: `Tom & "Jerry's" <Fest>` }));
const origins = {
  port: 0,
  convexUrl: "http://127.0.0.1:1",
  siteUrl: "http://127.0.0.1:2",
  festival: () => Promise.resolve(festival),
};

let folder: string;
let site: Awaited<ReturnType<typeof serveSite>>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "site-"));
  await mkdir(path.join(folder, "assets"));
  await writeFile(path.join(folder, "index.html"), "<!doctype html><title>Front</title>");
  await writeFile(path.join(folder, "terms.html"), "<!doctype html><title>Terms</title>");
  await writeFile(path.join(folder, "about.html"), `<title>[[festival:name]]</title><meta content="[[festival:all]]">`);
  await writeFile(path.join(folder, "app.webmanifest"), `{"name":"[[festival:name]]"}`);
  await writeFile(path.join(folder, "shell.html"), "<!doctype html><title>Festival</title>");
  await writeFile(path.join(folder, "pwaWorker.js"), "self.skipWaiting();");
  await writeFile(path.join(folder, "assets/app-1a2b.js"), "let a = 1;");
  await writeFile(path.join(folder, "assets/app-1a2b.js.br"), "small");
  site = await serveSite(folder, origins);
});
afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true });
});

test.each([
  ["/", "Front"],
  ["/?from=poster", "Front"],
  ["/terms", "Terms"],
  ["/terms/", "Terms"],
  ["/swipe", "Festival"],
  ["/reset-password/abc", "Festival"],
  ["/moderator/login?x=1", "Festival"],
])("%s returns the page '%s', which browsers must revalidate", async (address, title) => {
  const response = await fetch(site.url + address);
  expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-cache"]);
  expect(await response.text()).toContain(`<title>${title}</title>`);
});

test("a browser never keeps an old service worker", async () => {
  const { headers } = await fetch(`${site.url}/pwaWorker.js`);
  expect(headers.get("cache-control")).toBe("no-cache");
  expect(headers.get("content-type")).toContain("javascript");
});

test("hashed files are cached for ever and sent compressed", async () => {
  const plain = await fetch(`${site.url}/assets/app-1a2b.js`, { headers: { "accept-encoding": "identity" } });
  expect(plain.headers.get("cache-control")).toContain("immutable");
  expect(plain.headers.get("content-type")).toContain("javascript");
  expect(await plain.text()).toBe("let a = 1;");

  const { headers } = await raw("/assets/app-1a2b.js", { "accept-encoding": "gzip, br" });
  expect(headers).toMatchObject({ "content-encoding": "br", "content-length": "5" });
});

test.each(["/missing.js", "/assets/none.css", "/../../etc/passwd.txt", "/%2e%2e%2f%2e%2e%2fkeys.json", "/%ff.js"])(
  "%s returns 404",
  async (address) => {
    expect((await raw(address)).statusCode).toBe(404);
  },
);

test("the site refuses POST", async () => {
  expect((await fetch(site.url, { method: "POST" })).status).toBe(405);
});

test("no response allows scripts, frames or connections of unlisted origins", async () => {
  for (const address of ["/", "/missing.js", "/assets/app-1a2b.js"]) {
    const { headers } = await fetch(site.url + address);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("script-src 'self' https://sdk.cashfree.com;");
    expect(policy).toContain("form-action 'self' https://api.cashfree.com https://sandbox.cashfree.com ");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("connect-src 'self' http://127.0.0.1:1 ws://127.0.0.1:1 http://127.0.0.1:2 https://api.");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("server") ?? headers.get("x-powered-by")).toBeNull();
  }
});

test("with a payment stand-in, the policy allows the stand-in and not the provider", async () => {
  const policy = await policyWith({ payUrl: "http://127.0.0.1:3" });

  expect(policy).toContain("script-src 'self' http://127.0.0.1:3;");
  expect(policy).toContain("form-action 'self' http://127.0.0.1:3;");
  expect(policy).not.toContain("cashfree.com");
});

test("the policy allows page views to the configured collector and to no other", async () => {
  const sources = (policy: string) => /connect-src ([^;]*)/.exec(policy)?.[1];

  expect(sources(await policyWith({ analyticsUrl: "https://stats.example/api/event" }))).toMatch(
    / https:\/\/stats\.example$/,
  );
  expect(sources(await policyWith({}))).not.toContain("stats");
});

/** Returns the content security policy of a site with these settings. */
async function policyWith(settings: Partial<Site>) {
  const served = await serveSite(folder, { ...origins, ...settings });
  const policy = (await fetch(served.url)).headers.get("content-security-policy") ?? "";
  await served.stop();
  return policy;
}

function raw(address: string, headers: Record<string, string> = {}) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const { hostname, port } = new URL(site.url);
    get({ hostname, port, path: address, headers }, (response) => {
      response.resume();
      resolve(response);
    }).on("error", reject);
  });
}

test("a page contains the festival's current settings, escaped, and is sent again when they change", async () => {
  const page = await fetch(`${site.url}/about`);
  expect(await page.text()).toMatch(
    /<title>Tom &#38; &#34;Jerry&#39;s&#34; &#60;Fest&#62;<\/title><meta content="{&#34;name/,
  );
  expect(((await (await fetch(`${site.url}/app.webmanifest`)).json()) as { name: string }).name).toBe(festival.name);
  const etag = page.headers.get("etag") ?? "";
  const again = () => fetch(`${site.url}/about`, { headers: { "if-none-match": etag } });
  expect((await again()).status).toBe(304);
  festival = { ...festival, name: "Lights" };
  const renamed = await again();
  expect([renamed.status, (await renamed.text()).slice(0, 21)]).toEqual([200, "<title>Lights</title>"]);
});
