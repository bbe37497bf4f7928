import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { build as bundle } from "esbuild";
import { build } from "vite";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { payScript } from "./payScript";

const root = path.dirname(import.meta.dirname);
const provider = "https://sdk.cashfree.com/js/v3/cashfree.js";
/** What only the stand-ins and the local start say. */
const traces = [/127\.0\.0\.1/, /local-pay-script/, /\/sandbox\//, /\/faults/, /stand-in/i, /local\/fakes/];

beforeEach(() => {
  // As on the machine that builds for production, whatever this one has set.
  vi.stubEnv("NODE_ENV", "production");
  vi.stubEnv("VITE_CONVEX_URL", "https://happy-otter-1.convex.cloud");
  vi.stubEnv("VITE_CONVEX_SITE_URL", "https://happy-otter-1.convex.site");
  // The bundler tells what it does.
  for (const level of ["log", "info"] as const) vi.spyOn(console, level).mockImplementation(() => undefined);
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Every text of a built page. */
async function pageWith(plugins: Parameters<typeof payScript>[0][]) {
  const outDir = await mkdtemp(path.join(tmpdir(), "page-"));
  try {
    await build({ root, logLevel: "error", build: { outDir }, plugins: plugins.map(payScript) });
    const files = (await readdir(outDir, { recursive: true, withFileTypes: true })).filter(
      (entry) => entry.isFile() && /\.(js|html|css|json|webmanifest)$/.test(entry.name),
    );
    const texts = await Promise.all(
      files.map(async (file) => await readFile(path.join(file.parentPath, file.name), "utf8")),
    );
    return texts.join("\n");
  } finally {
    await rm(outDir, { recursive: true });
  }
}

test("the page as production builds it loads the provider's script and holds nothing of a stand-in", async () => {
  const page = await pageWith([]);

  expect(page).toContain(provider);
  for (const trace of traces) expect(page.match(trace)?.[0] ?? "").toBe("");
}, 120_000);

test("the page of a local start loads the stand-in's script and not the provider's", async () => {
  const page = await pageWith(["http://127.0.0.1:8026"]);

  expect(page).toContain("http://127.0.0.1:8026/js/v3/cashfree.js");
  expect(page).not.toContain(provider);
}, 120_000);

test("the functions as they are deployed hold nothing of a stand-in", async () => {
  const files = (await readdir(path.join(root, "convex"), { recursive: true })).filter(
    (file) => file.endsWith(".ts") && !/\.(test|testing|d)\.ts$|_generated|\.config\.ts$/.test(file),
  );
  const { outputFiles } = await bundle({
    absWorkingDir: root,
    entryPoints: files.map((file) => path.join("convex", file)),
    bundle: true,
    write: false,
    outdir: "out",
    format: "esm",
    platform: "node",
    packages: "external",
    minifyWhitespace: true,
    legalComments: "none",
    metafile: false,
  });
  const functions = outputFiles.map(({ text }) => text).join("\n");

  expect(functions).toContain("/orders");
  for (const trace of traces) expect(functions.match(trace)?.[0] ?? "").toBe("");
});
