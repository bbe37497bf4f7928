/** Loaded before a deployment (`--import`): syncs fail while the file in SYNC_FAILS exists. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { setImmediate } from "node:timers";

const { fdatasync, fdatasyncSync } = fs;
// Read now, because functions get other variables later.
const { SYNC_FAILS } = process.env;
const failure = () => Object.assign(new Error("EIO: i/o error, fdatasync"), { code: "EIO" });

fs.fdatasyncSync = (fd) => {
  if (fs.existsSync(SYNC_FAILS)) throw failure();
  fdatasyncSync(fd);
};
fs.fdatasync = (fd, done) => {
  if (fs.existsSync(SYNC_FAILS)) setImmediate(done, failure());
  else fdatasync(fd, done);
};
syncBuiltinESMExports();
