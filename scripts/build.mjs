import path from "node:path";
import { bundle } from "../packages/local-convex/bundle.mjs";

const entries = [
  "dev/start.ts",
  "dev/demoProcess.ts",
  "dev/pageProcess.ts",
  "dev/seed/autoLikers.ts",
  "dev/backup.ts",
  "dev/restore.ts",
  "dev/close.ts",
  "dev/rehearsal.ts",
  "dev/bench/main.ts",
  "dev/bench/ourServer.ts",
  "dev/bench/floorServer.ts",
  "dev/bench/idleClients.ts",
  "dev/bench/peer/parseServer.mjs",
  "dev/bench/peer/triplitServer.mjs",
  "dev/nightly/main.ts",
  "dev/nightly/floodClients.ts",
  "deploy/doctor.ts",
  "packages/local-convex/src/worker/worker.ts",
  "packages/local-convex/testing/profile/server.ts",
  "packages/local-convex/testing/profile/worker.ts",
];
const sources = ["dev", "deploy", "packages/local-convex", "convex/shared", "convex/_generated", "package-lock.json"];

/** Bundles the commands and the deployment's worker for Node. Returns the folder, which mirrors the sources' paths. */
export function build(root) {
  return bundle({
    root,
    entries,
    sources,
    cache: path.join(root, "node_modules/.cache/dev"),
    // The workspace has TypeScript sources, which Node 20 cannot run.
    alias: {
      "local-convex": "./packages/local-convex/src/deployment.ts",
      "local-convex/archive": "./packages/local-convex/src/archive.ts",
      "local-convex/driver": "./packages/local-convex/src/database/driver.ts",
      "local-convex/folderLock": "./packages/local-convex/src/folderLock.ts",
      "local-convex/integrity": "./packages/local-convex/src/database/integrity.ts",
      "local-convex/pageGuard": "./packages/local-convex/src/pageGuard.ts",
      "local-convex/testing/marks": "./packages/local-convex/testing/profile/marks.ts",
    },
  });
}
