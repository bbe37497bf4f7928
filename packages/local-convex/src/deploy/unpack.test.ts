import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { afterAll, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { unpack, type ImportFormat } from "./unpack";

const base = mkdtempSync(path.join(tmpdir(), "unpack-"));

afterAll(() => rmSync(base, { recursive: true }));

test("a snapshot has its tables, their numbers, its files under their ids, the app before its components", async () => {
  const { tables, files } = await unpackZip({
    "_components/a/_components/b/rows/documents.jsonl": '{"x":1}\n\n{"x":2}',
    "_tables/documents.jsonl": '{"name":"messages","id":10007}\n',
    "messages/generated_schema.jsonl": '"uniform"\n',
    "messages/documents.jsonl": "",
    "_storage/documents.jsonl": '{"_id":"kg1"}\n',
    "_storage/kg1.png": "a picture",
    "_scheduled_functions/documents.jsonl": '{"name":"x"}\n',
    "README.md": "made by somebody",
  });
  expect(tables.map(({ component, name, number, count }) => [component, name, number, count])).toEqual([
    ["", "messages", 10_007, 0],
    ["", "_storage", null, 1],
    ["a/b", "rows", null, 2],
  ]);
  expect(files).toMatchObject([{ component: "", id: "kg1", size: 9 }]);
  expect(readFileSync(files[0]!.temporaryPath, "utf8")).toBe("a picture");
});

test("an archive without tables is no snapshot, and a broken line is named", async () => {
  await expect(unpackZip({ "photo.png": "x" })).rejects.toThrow("This is not a snapshot");
  await expect(unpackZip({ "rows/documents.jsonl": "{}\n[1]\n" })).rejects.toThrow(
    "Line 2 of rows/documents.jsonl is not an object",
  );
});

test("a CSV file is read with its quotes, its numbers and its line ends", async () => {
  const text = 'name,age,note\r\n"Asha ""A"" Rao",21,"one, two\nthree"\r\n\r\nRavi,-2.5e3,\n';
  expect(await linesOf("csv", text)).toEqual([
    { name: 'Asha "A" Rao', age: 21, note: "one, two\nthree" },
    { name: "Ravi", age: -2500, note: "" },
  ]);
});

test.each<[string, ImportFormat, string, string]>([
  ["a CSV row that is too short", "csv", "a,b\n1,2\n3\n", "Row 3 has 1 fields where the header has 2"],
  ["a CSV quote that is not closed", "csv", 'a,b\n1,"2\n', "The quotes around character 7"],
  ["a CSV quote in the middle", "csv", 'a\nx"y"\n', "The quotes around character"],
  ["JSON that is no array", "jsonArray", '{"a":1}', "not a JSON array"],
  ["an array of numbers", "jsonArray", "[1]", "Line 1 of the file is not an object"],
  ["an array that is cut off", "jsonArray", '[{"a":1}', "The file is not JSON"],
])("%s is refused in words", async (_, format, text, words) => {
  await expect(linesOf(format, text)).rejects.toThrow(words);
});

async function linesOf(format: ImportFormat, text: string): Promise<unknown[]> {
  const folder = mkdtempSync(path.join(base, "file-"));
  const file = path.join(folder, "upload");
  writeFileSync(file, text);
  const { tables } = await unpack(file, folder, { tableName: "rows", componentPath: "", format });
  const lines = readFileSync(tables[0]!.documents, "utf8").trim().split("\n");
  expect(tables[0]!.count).toBe(lines.length);
  return lines.map((line): unknown => JSON.parse(line));
}

async function unpackZip(entries: Record<string, string>) {
  const folder = mkdtempSync(path.join(base, "zip-"));
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(entries)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  const file = path.join(folder, "upload");
  await pipeline(zip.outputStream, createWriteStream(file));
  return unpack(file, folder, { tableName: null, componentPath: "", format: "zip" });
}
