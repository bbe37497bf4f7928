import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { afterAll, expect, test } from "vitest";
import fc from "fast-check";
import { ZipFile } from "yazl";
import { fromUniform, toUniform } from "../database/valueFormats";
import { floatToJson, integerToJson, type Json } from "../database/values";
import { unpack, type ImportFormat } from "./unpack";

const base = mkdtempSync(path.join(tmpdir(), "unpack-"));

afterAll(() => rmSync(base, { recursive: true }));

test("a snapshot yields its tables with their numbers, the app's before its components', and its files by id", async () => {
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

test("documents that Convex exports today are restored by the uniform schema beside them", async () => {
  const line = String.raw`{"_creationTime":1700000000000.5,"_id":"a","big":9007199254740993,"n":-5,"f":5.0,"zero":-0.0,"far":9223372036854775808,"list":[1,{"x":2.5e3}],"b":{"$bytes":"AQI="},"inf":{"$float":"AAAAAAAA8H8="},"text":"1, \"2\" 3.0"}`;
  expect(await documentsOf({ "rows/generated_schema.jsonl": '"uniform"\n', "rows/documents.jsonl": line })).toEqual([
    {
      ...{
        _creationTime: 1_700_000_000_000.5,
        _id: "a",
        big: { $integer: "AQAAAAAAIAA=" },
        n: { $integer: "+/////////8=" },
      },
      ...{ f: 5, zero: -0, far: 2 ** 63, list: [{ $integer: "AQAAAAAAAAA=" }, { x: 2_500 }], b: { $bytes: "AQI=" } },
      ...{ inf: { $float: "AAAAAAAA8H8=" }, text: '1, "2" 3.0' },
    },
  ]);
});

test("documents of older exports are restored by their table's shape and by the types given for single documents", async () => {
  const shape = `{"_creationTime": normalfloat64, "_id": id<10001>, "b"?: bytes, "either": int64 | string, "n": int64, "o": {"deep": array<bytes | null>}, "r": record<field_name, inf>, "x"?: unknown}`;
  const schema = [JSON.stringify(shape), '{"two":{"either":"int64","x":[{"$float64NaN":"AAAAAAAA+H8="},"bytes"]}}'];
  const common = { _creationTime: 1, n: "-5", o: { deep: ["AQI=", null] }, r: { a: "-Infinity", b: "Infinity" } };
  const lines = [
    { ...common, _id: "one", either: "7", b: "AQI=" },
    { ...common, _id: "two", either: "7", x: ["NaN", "AQI="] },
  ].map((one) => JSON.stringify(one));
  const restored = {
    ...{ _creationTime: 1, n: { $integer: "+/////////8=" }, o: { deep: [{ $bytes: "AQI=" }, null] } },
    r: { a: { $float: "AAAAAAAA8P8=" }, b: { $float: "AAAAAAAA8H8=" } },
  };
  const entries = { "rows/documents.jsonl": lines.join("\n"), "rows/generated_schema.jsonl": schema.join("\n") };
  expect(await documentsOf(entries)).toEqual([
    { ...restored, _id: "one", either: "7", b: { $bytes: "AQI=" } },
    {
      ...restored,
      _id: "two",
      either: { $integer: "BwAAAAAAAAA=" },
      x: [{ $float: "AAAAAAAA+H8=" }, { $bytes: "AQI=" }],
    },
  ]);
  const broken = { ...entries, "rows/documents.jsonl": '{"_id":"one"}\n{"_id":"two","n":"many"}' };
  await expect(documentsOf(broken)).rejects.toThrow("Line 2 of rows/documents.jsonl: ");
  await expect(documentsOf({ ...entries, "rows/generated_schema.jsonl": '"{odd}"' })).rejects.toThrow(
    "cannot parse rows/generated_schema.jsonl: unexpected token at 'odd}'",
  );
});

test("any exported value is restored unchanged", () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      fc.double().map(floatToJson),
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(integerToJson),
      fc.string({ unit: "binary" }),
      fc.constantFrom<Json>(null, true, { $bytes: "AQI=" }, '{"$integer":"BQAAAAAAAAA="}', 1e21, 1e-7),
      fc.array(tie("any")),
      fc.dictionary(
        fc.string({ unit: fc.constantFrom(..."abc1 .-") }).map((key) => `k${key}`),
        tie("any"),
      ),
    ),
  })).any;
  fc.assert(
    fc.property(value, (any) => {
      const text = JSON.stringify({ any });
      expect(JSON.parse(fromUniform(toUniform(text)))).toEqual({ any });
    }),
  );
});

test("an upload that is not a snapshot is refused, and a broken line is named", async () => {
  await expect(unpackZip({ "photo.png": "x" })).rejects.toThrow("This is not a snapshot");
  const text = path.join(base, "no archive");
  writeFileSync(text, "no archive");
  const target = { tableName: null, componentPath: "", format: "zip" } as const;
  await expect(unpack(text, base, target)).rejects.toThrow("This is not a ZIP file");
  await expect(unpackZip({ "rows/documents.jsonl": "{}\n[1]\n" })).rejects.toThrow(
    "Line 2 of rows/documents.jsonl is not an object",
  );
});

test("a CSV file is read with quoted fields, numbers and CRLF line ends", async () => {
  const text = 'name,age,note\r\n"Asha ""A"" Rao",21,"one, two\nthree"\r\n\r\nRavi,-2.5e3,\n';
  expect(await linesOf("csv", text)).toEqual([
    { name: 'Asha "A" Rao', age: 21, note: "one, two\nthree" },
    { name: "Ravi", age: -2500, note: "" },
  ]);
});

test.each<[string, ImportFormat, string, string]>([
  ["a CSV row that is too short", "csv", "a,b\n1,2\n3\n", "Row 3 has 1 fields where the header has 2"],
  ["a CSV quote that is not closed", "csv", 'a,b\n1,"2\n', "The quotes around character 7"],
  ["a CSV quote in the middle of a field", "csv", 'a\nx"y"\n', "The quotes around character"],
  ["JSON that is not an array", "jsonArray", '{"a":1}', "not a JSON array"],
  ["an array of numbers", "jsonArray", "[1]", "Line 1 of the file is not an object"],
  ["an array that is cut off", "jsonArray", '[{"a":1}', "The file is not JSON"],
])("%s is refused with the reason", async (_, format, text, words) => {
  await expect(linesOf(format, text)).rejects.toThrow(words);
});

async function documentsOf(entries: Record<string, string>): Promise<unknown[]> {
  const { tables } = await unpackZip(entries);
  const lines = readFileSync(tables[0]!.documents, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as unknown);
}

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
