import { spawn } from "node:child_process";
import path from "node:path";

/** `npm test` of this package: runs all its tests, with 10,000 random programs instead of a few. */
const root = path.join(import.meta.dirname, "../..");
const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
const args = [vitest, "run", "--root", root, "--project=node", "packages/local-convex/", ...process.argv.slice(2)];
const env = { PROGRAMS: "10000", ...process.env };
spawn(process.execPath, args, { stdio: "inherit", env }).once("exit", (code) => (process.exitCode = code ?? 1));
