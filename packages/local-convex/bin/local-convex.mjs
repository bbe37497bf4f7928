#!/usr/bin/env node
import path from "node:path";
import { bundle } from "../bundle.mjs";
import { dashboardFolder } from "../dashboard.mjs";
import { urlOf } from "../src/paths.mjs";

const root = path.dirname(import.meta.dirname);

process.setSourceMapsEnabled(true);
const folder = await bundle({
  root,
  entries: ["src/cli.ts", "src/worker/worker.ts"],
  sources: ["src", "package.json"],
  cache: path.join(root, "dist", "command"),
});
const { main } = await import(urlOf(path.join(folder, "src", "cli.js")));
process.exitCode = await main(process.argv.slice(2), process.cwd(), () => dashboardFolder(root));
