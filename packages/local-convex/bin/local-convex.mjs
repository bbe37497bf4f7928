#!/usr/bin/env node
import path from "node:path";
import { pathToFileURL } from "node:url";
import { bundle } from "../bundle.mjs";
import { dashboardFolder } from "../dashboard.mjs";

const root = path.dirname(import.meta.dirname);

process.setSourceMapsEnabled(true);
const folder = await bundle({
  root,
  entries: ["src/cli.ts", "src/worker/worker.ts"],
  sources: ["src", "package.json"],
  cache: path.join(root, "dist"),
});
const { main } = await import(pathToFileURL(path.join(folder, "src/cli.js")).href);
process.exitCode = await main(process.argv.slice(2), process.cwd(), () => dashboardFolder(root));
