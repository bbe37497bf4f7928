import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeHosting } from "./hosting";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "page-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("a built page gets the headers for its deployment, and a rule for every address of the app", async () => {
  await writeFile(path.join(folder, "shell.html"), "");
  writeHosting(folder, { VITE_CONVEX_URL: "https://happy-otter-1.convex.cloud" });
  const headers = await readFile(path.join(folder, "_headers"), "utf8");

  expect(headers).toMatch(
    /^\/\*\n {2}content-security-policy: default-src 'self'; script-src 'self' https:\/\/sdk\.cashfree\.com;/,
  );
  expect(headers).toContain(
    "connect-src 'self' https://happy-otter-1.convex.cloud wss://happy-otter-1.convex.cloud https://happy-otter-1.convex.site ",
  );
  for (const part of [
    "frame-ancestors 'none'",
    "x-content-type-options: nosniff",
    "strict-transport-security: max-age=",
  ]) {
    expect(headers).toContain(part);
  }
  expect(headers).toContain("\n/assets/*\n  cache-control: public, max-age=31536000, immutable\n");
  expect(headers).not.toMatch(/127\.0\.0\.1|undefined/);
  expect(await readFile(path.join(folder, "_redirects"), "utf8")).toBe(
    "/assets/* /shell.html 404\n/* /shell.html 200\n",
  );
});

test("the headers allow a self-hosted deployment's HTTP actions and the collector of page views", async () => {
  await writeFile(path.join(folder, "shell.html"), "");
  const settings = { VITE_CONVEX_URL: "https://api.fest.in/", VITE_CONVEX_SITE_URL: "https://http.fest.in" };
  writeHosting(folder, { ...settings, VITE_ANALYTICS_ENDPOINT: "https://views.fest.in/api/event" });
  const headers = await readFile(path.join(folder, "_headers"), "utf8");

  for (const part of ["wss://api.fest.in https://http.fest.in ", "https://views.fest.in;"])
    expect(headers).toContain(part);
});

test("the headers cannot be written without a built page or a deployment, and the error says what is missing", async () => {
  expect(() => writeHosting(folder, {})).toThrow("holds no built page");
  await writeFile(path.join(folder, "shell.html"), "");
  expect(() => writeHosting(folder, {})).toThrow("VITE_CONVEX_URL is not set");
});
