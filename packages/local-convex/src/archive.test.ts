import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { afterAll, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { unpack, writeArchive } from "./archive";

const base = mkdtempSync(path.join(tmpdir(), "archive-"));
const defaultLimits = { entries: 100, bytes: 10 * 1024 ** 2, ratio: 1_100 };

afterAll(() => rmSync(base, { recursive: true }));

test("an archive is unpacked with its folders", async () => {
  const folder = await unpacked({ "keys.json": Buffer.from("{}"), "deployment/files/a": Buffer.from("a picture") });
  expect(readFileSync(path.join(folder, "deployment/files/a"), "utf8")).toBe("a picture");
});

test("an archive with too many files, too many bytes or too high a compression ratio is refused", async () => {
  const zeros = { "data.sqlite": Buffer.alloc(4 * 1024 ** 2) };
  await unpacked(zeros);
  await expect(unpacked(zeros, { ratio: 20 })).rejects.toThrow("it unpacks to more than 1 MiB");
  await expect(unpacked(zeros, { bytes: 3 * 1024 ** 2 })).rejects.toThrow("it unpacks to more than 3 MiB");
  const three = Object.fromEntries(["a", "b", "c"].map((name) => [name, Buffer.alloc(1024 ** 2)]));
  await expect(unpacked(three, { bytes: 2.5 * 1024 ** 2 }), "the limit is for all files together").rejects.toThrow(
    "it unpacks to more than 2 MiB",
  );
  await expect(unpacked(three, { entries: 2 })).rejects.toThrow("it has more than 2 files");
});

test("an archive that understates its sizes, or names a file outside its folder, is refused", async () => {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(3 * 1024 ** 2);
  const lie = (bytes: Buffer) => {
    const smaller = Buffer.alloc(4);
    smaller.writeUInt32LE(1_000);
    for (let at = bytes.indexOf(size); at >= 0; at = bytes.indexOf(size)) smaller.copy(bytes, at);
  };
  await expect(unpacked({ a: Buffer.alloc(3 * 1024 ** 2) }, {}, lie)).rejects.toThrow();
  const outside = (bytes: Buffer) => {
    for (let at = bytes.indexOf("xx/out"); at >= 0; at = bytes.indexOf("xx/out")) bytes.write("../out", at);
  };
  await expect(unpacked({ "xx/out": Buffer.from("!") }, {}, outside)).rejects.toThrow();
  expect(existsSync(path.join(base, "out"))).toBe(false);
});

test("an archive that cannot be completed leaves no file", async () => {
  const file = path.join(base, "incomplete.zip");
  const entries: [string, string][] = [
    ["complete", import.meta.filename],
    ["deleted", path.join(base, "deleted")],
  ];
  await expect(writeArchive(file, entries, /x/)).rejects.toThrow("ENOENT");
  expect(existsSync(file)).toBe(false);
});

let count = 0;

/** Packs files, changes the archive's bytes, and unpacks it within limits. Returns the folder. */
async function unpacked(
  files: Record<string, Buffer>,
  limits: Partial<typeof defaultLimits> = {},
  change: (bytes: Buffer) => void = () => undefined,
): Promise<string> {
  const [zip, file, folder] = [new ZipFile(), path.join(base, `${++count}.zip`), path.join(base, String(count))];
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(bytes, name);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
  const bytes = readFileSync(file);
  change(bytes);
  writeFileSync(file, bytes);
  await unpack(file, folder, { ...defaultLimits, ...limits });
  return folder;
}
