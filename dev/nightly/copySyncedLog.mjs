/**
 * Loaded before a deployment (`--import`) to simulate a disk that loses unsynced data. Each sync of the write-ahead log copies the log, as
 * of the sync's start, to a file next to it. After a kill, that copy is the least that a power cut would leave.
 */
import { Buffer } from "node:buffer";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { fdatasync, fdatasyncSync } = fs;

fs.fdatasyncSync = (fd) => {
  const bytes = readLog(fd);
  fdatasyncSync(fd);
  storeCopy(fd, bytes);
};
fs.fdatasync = (fd, done) => {
  const bytes = readLog(fd);
  fdatasync(fd, (error) => {
    if (error === null) storeCopy(fd, bytes);
    done(error);
  });
};
syncBuiltinESMExports();

const zeros = Buffer.alloc(256 * 1024);

/** Reads the log from the start, because it is also overwritten from there, up to where it was never written. */
function readLog(fd) {
  const chunks = [];
  for (let at = 0; ; at += zeros.length) {
    const chunk = Buffer.alloc(zeros.length);
    const read = fs.readSync(fd, chunk, 0, chunk.length, at);
    // No page is that long, so after this many zeros there is no more data.
    if (read === 0 || chunk.compare(zeros, 0, read, 0, read) === 0) return Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, read));
  }
}

/** Writes the copy atomically, because the process may be killed at any moment. */
function storeCopy(fd, bytes) {
  const file = `${fs.readlinkSync(`/proc/self/fd/${fd}`)}.synced`;
  fs.writeFileSync(`${file}.new`, bytes);
  fs.renameSync(`${file}.new`, file);
}
