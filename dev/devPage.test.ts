/** The page's dev server serves the page's sources and no other file, however its address is written. */
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDevPage } from "./devPage";
import { localConfigOf } from "./env";

const secret = "the-admin-key";
const savedEnv = { ...process.env };
let root: string;
let port: number;
let page: Awaited<ReturnType<typeof startDevPage>>;

beforeAll(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), "dev-page-")));
  const files = {
    "index.html": `<!doctype html><title>Front</title><script type="module" src="/src/main.ts"></script>`,
    "src/main.ts": `import { limit } from "../convex/shared/limits"; document.title = "page" + limit;`,
    "convex/shared/limits.ts": `export const limit = "shared";`,
    "public/icon.svg": "<svg/>",
    "node_modules/thing/index.js": `export default "package";`,
    ".local/ready.json": secret,
    "data/keys.json": secret,
    "src/data/keys.json": secret,
    "src/.env": secret,
    ".env": secret,
    ".git/config": secret,
    "convex/auth.ts": `export const key = "${secret}";`,
    "package.json": JSON.stringify({ description: secret }),
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), text);
  }
  await symlink(path.join(root, ".local"), path.join(root, "src/linked"));
  await symlink(path.join(root, ".local/ready.json"), path.join(root, "public/linked.json"));
  port = await freePort();
  page = await startDevPage({ ...localConfigOf(root, { APP_PORT: String(port), LOCAL_DIR: "src/data" }) });
});

afterAll(async () => {
  await page.stop();
  process.env = savedEnv;
  await rm(root, { recursive: true });
});

test.each([
  ["/", "Front"],
  ["/swipe", "Front"],
  ["/src/main.ts", "page"],
  ["/convex/shared/limits.ts", "shared"],
  ["/convex/shared/limits.ts?raw", "shared"],
  ["/icon.svg", "<svg/>"],
  ["/node_modules/thing/index.js", "package"],
  ["/@vite/client", "HMRContext"],
])("%s is served", async (address, text) => {
  const response = await get(address);
  expect([response.status, response.text.includes(text)], response.text.slice(0, 200)).toEqual([200, true]);
});

const hidden = [".local/ready.json", "data/keys.json", "src/data/keys.json", "src/.env", ".env", ".git/config"];
const others = ["src/linked/ready.json", "public/linked.json", "linked.json", "convex/auth.ts", "package.json"];

test.each([...hidden, ...others])("%s cannot be read, however its address is written", async (name) => {
  const encoded = [...name].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join("");
  const names = [name, encoded, encoded.replaceAll("%", "%25"), `./${name}`, `src/../${name}`, `src/%2e%2e/${name}`];
  const plain = [...names, `/${name}`, `${name}/`, `.//${name}`, `src\\..\\${name}`, `x#/../${name}`];
  const absolute = names.map((one) => `${root}/${one}`);
  const ids = absolute.flatMap((one) => [`/@fs${one}`, `/@fs/${one}`, `/@id${one}`, `/@id/__x00__${one}`, one]);
  const queries = [
    "",
    "?raw",
    "?url",
    "?inline",
    "?import",
    "?import&raw",
    "?raw??",
    "?import&?inline=1.wasm?init",
    "?x#/../a",
  ];
  for (const address of [...plain.map((one) => `/${one}`), ...ids]) {
    for (const query of queries) {
      const { text } = await get(address + query);
      expect(text.includes(secret) || text.includes(btoa(secret)), address + query).toBe(false);
    }
  }
  expect((await get(`/${name}`)).status).toBe(403);
});

test("the dev server serves no file elsewhere on the disk and starts no program", async () => {
  for (const address of ["/etc/passwd", "/etc/passwd?raw", "/@fs/etc/passwd?import&raw", "/@fs/etc/../etc/passwd"]) {
    expect((await get(address)).status, address).toBe(403);
  }
  expect((await get("/__open-in-editor?file=src/main.ts")).status).toBe(403);
});

test("the dev server refuses foreign host names, other origins and cross-site requests", async () => {
  expect((await get("/src/main.ts", { host: "evil.example" })).status).toBe(403);
  expect((await get("/src/main.ts", { origin: "https://evil.example" })).status).toBe(403);
  expect((await get("/@vite/client", { "sec-fetch-site": "cross-site" })).status).toBe(403);
});

/** Sends a path exactly as written. `fetch` would normalise it. */
function get(address: string, headers: Record<string, string> = {}): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const clientRequest = request({ host: "127.0.0.1", port, path: address, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    });
    clientRequest.on("error", reject).end();
  });
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
