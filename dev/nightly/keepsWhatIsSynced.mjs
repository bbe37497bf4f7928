/**
 * Loaded before a deployment (`--import`): a disk that may lose what was not synced. Whenever the write-ahead log is
 * synced, what it held when the sync began is copied beside it; after a kill the copy is what a power cut would have left.
 */
import { Buffer } from "node:buffer";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { fdatasync, fdatasyncSync } = fs;

fs.fdatasyncSync = (fd) => {
  const bytes = held(fd);
  fdatasyncSync(fd);
  keep(fd, bytes);
};
fs.fdatasync = (fd, done) => {
  const bytes = held(fd);
  fdatasync(fd, (error) => {
    if (error === null) keep(fd, bytes);
    done(error);
  });
};
syncBuiltinESMExports();

/** All of it: the log is also written over from its beginning. */
function held(fd) {
  const bytes = Buffer.alloc(fs.fstatSync(fd).size);
  fs.readSync(fd, bytes, 0, bytes.length, 0);
  return bytes;
}

/** Whole or not at all, for the process may be killed meanwhile. */
function keep(fd, bytes) {
  const file = `${fs.readlinkSync(`/proc/self/fd/${fd}`)}.synced`;
  fs.writeFileSync(`${file}.new`, bytes);
  fs.renameSync(`${file}.new`, file);
}
