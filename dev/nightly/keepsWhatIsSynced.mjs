/**
 * Loaded before a deployment (`--import`) to simulate a disk that loses what was not synced. At each sync of the write-ahead
 * log, its contents at the start of the sync are copied beside it. After a kill, the copy is what a power cut leaves at least.
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

/** Reads the whole log, because it is also overwritten from its beginning. */
function held(fd) {
  const bytes = Buffer.alloc(fs.fstatSync(fd).size);
  fs.readSync(fd, bytes, 0, bytes.length, 0);
  return bytes;
}

/** Writes the copy whole or not at all, because the process may be killed meanwhile. */
function keep(fd, bytes) {
  const file = `${fs.readlinkSync(`/proc/self/fd/${fd}`)}.synced`;
  fs.writeFileSync(`${file}.new`, bytes);
  fs.renameSync(`${file}.new`, file);
}
