import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { build, type BuildOptions } from "esbuild";
import { expect, test } from "vitest";
import { payScript } from "../dev/payScript";

const root = path.dirname(import.meta.dirname);
const provider = "https://sdk.cashfree.com/js/v3/cashfree.js";
/** Texts that occur only in stand-ins and the local start. */
const traces = [/127\.0\.0\.1/, /local-pay-script/, /\/sandbox\//, /\/faults/, /stand-in/i, /standIns/];
/** The environment of a production build, without this machine's settings. */
const production = {
  NODE_ENV: "production",
  VITE_CONVEX_URL: "https://happy-otter-1.convex.cloud",
  VITE_CONVEX_SITE_URL: "https://happy-otter-1.convex.site",
};

test("the production page loads the provider's script and contains no stand-in", async () => {
  const outDir = await mkdtemp(path.join(tmpdir(), "page-"));
  const vite = [path.join(root, "node_modules/vite/bin/vite.js"), "build", "--outDir", outDir, "--emptyOutDir"];
  await promisify(execFile)(process.execPath, vite, { cwd: root, env: { ...process.env, ...production } });
  const page = await textsIn(outDir);
  await rm(outDir, { recursive: true });

  expect(page).toContain(provider);
  for (const trace of traces) expect(page.match(trace)?.[0] ?? "").toBe("");
}, 120_000);

test("a local start loads the stand-in's script instead of the provider's", async () => {
  const { transform } = payScript("http://127.0.0.1:8026") as unknown as {
    transform: (code: string) => { code: string };
  };
  const { code } = transform(await readFile(path.join(root, "src/lib/checkout.ts"), "utf8"));

  expect(code).toContain('"http://127.0.0.1:8026/js/v3/cashfree.js"');
  expect(code).not.toContain(provider);
});

test("the deployed functions contain no stand-in", async () => {
  // Minifying removes the comments, which are not deployed.
  const outputFiles = await bundle("convex", await deployedFiles(), { packages: "external", minifyWhitespace: true });
  const functions = outputFiles.map(({ text }) => text).join("\n");

  expect(functions).toContain("/orders");
  for (const trace of traces) expect(functions.match(trace)?.[0] ?? "").toBe("");
});

test("the generated types name every deployed file: run `npx convex codegen`", async () => {
  const types = await readFile(path.join(root, "convex/_generated/api.d.ts"), "utf8");
  const namedFiles = [...types.matchAll(/from "\.\.\/(.+)\.js"/g)].map(([, file]) => `${file}.ts`);
  expect(namedFiles.sort()).toEqual((await deployedFiles()).filter((file) => file !== "schema.ts").sort());
});

test("packages with native parts are installed by the deployment and never bundled", async () => {
  const { node } = JSON.parse(await readFile(path.join(root, "convex.json"), "utf8")) as {
    node: { externalPackages: string[] };
  };
  const services = (await readdir(path.join(root, "convex/services"))).filter((file) => !/\.test\.ts$/.test(file));
  const outputFiles = await bundle("convex/services", services, { external: node.externalPackages });
  for (const { path: file, text } of outputFiles) expect(/[^"'`\s]+\.node["'`]/.exec(text)?.[0], file).toBeUndefined();
}, 120_000);

/** Returns the files that a deployment takes: those without a second dot in their name. */
async function deployedFiles(): Promise<string[]> {
  const files = await readdir(path.join(root, "convex"), { recursive: true });
  return files.filter((file) => /^(?!_generated)[^.]+\.ts$/.test(file));
}

async function bundle(folder: string, files: string[], options: BuildOptions) {
  const entryPoints = files.map((file) => path.join(folder, file));
  const { outputFiles } = await build({
    ...{
      absWorkingDir: root,
      entryPoints,
      bundle: true,
      write: false,
      outdir: "out",
      format: "esm",
      platform: "node",
      splitting: true,
    },
    ...options,
  });
  return outputFiles ?? [];
}

async function textsIn(folder: string) {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && /\.(js|html|css|json|webmanifest)$/.test(entry.name),
  );
  const texts = files.map(async (file) => await readFile(path.join(file.parentPath, file.name), "utf8"));
  return (await Promise.all(texts)).join("\n");
}
