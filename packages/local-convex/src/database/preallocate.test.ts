import { closeSync, mkdtempSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { preallocate, type Disk } from "./preallocate";

/** A disk with `free` bytes. It takes at most `takes` bytes of a write, and with `refuses` then throws ENOSPC. */
function diskWith({ free = Infinity, takes = Infinity, refuses = false }): Disk {
  return {
    statfsSync: () => ({ bavail: free, bsize: 1 }),
    writeSync: (fd, bytes, offset, length, position) => {
      const taken = writeSync(fd, bytes, offset, Math.min(length, takes), position);
      if (refuses) throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
      return taken;
    },
  };
}

function preallocated(disk: Disk): string {
  const file = join(mkdtempSync(join(tmpdir(), "lengthen-")), "log");
  writeFileSync(file, "commits");
  const log = openSync(file, "r+");
  onTestFinished(() => closeSync(log));
  preallocate(log, file, 1_007, disk);
  return readFileSync(file, "latin1");
}

test("a log gets its full length on a disk with space", () => {
  expect(preallocated(diskWith({ free: 4_000 }))).toBe(`commits${"\0".repeat(1_000)}`);
});

test("a log keeps its length on a nearly full disk, which needs the rest for writes", () => {
  expect(preallocated(diskWith({ free: 3_999 }))).toBe("commits");
});

test.each([
  ["takes only a part", { takes: 600 }],
  ["takes a part and then fails", { takes: 600, refuses: true }],
])("a log is cut back to its commits on a disk that %s", (_, trouble) => {
  expect(preallocated(diskWith(trouble))).toBe("commits");
});
