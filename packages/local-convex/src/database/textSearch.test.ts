import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { Database } from "./database";
import { Eraser } from "./eraser";
import { NO_DEPENDENCIES, Readers, type Reader } from "./readers";
import { ReadSet } from "./readSet";
import { applySchema } from "./schema";
import { Transaction } from "./transaction";
import { wordsOf } from "./textIndex";

const searchIndexes = [{ indexDescriptor: "by_text", searchField: "text", filterFields: ["room"] }];
const SCHEMA = {
  component: "",
  tables: [{ tableName: "notes", indexes: [], searchIndexes, documentType: null }],
  strict: false,
};

function openDatabase(file = ":memory:"): Database {
  const database = new Database(file);
  database.begin();
  applySchema(database, SCHEMA);
  database.commit();
  return database;
}

function searchFor(database: Database, words: string, room: string | null): { texts: string[]; reads: ReadSet } {
  const reads = new ReadSet();
  const filters = [{ type: "Search" as const, fieldPath: "text", value: words }];
  const equal = room === null ? [] : [{ type: "Eq" as const, fieldPath: "room", value: room }];
  const source = { type: "Search" as const, indexName: "notes.by_text", filters: [...filters, ...equal] };
  const stream = new Transaction(database, { writable: false, reads }).query("", { source, operators: [] });
  const texts: string[] = [];
  for (let next = stream.next(); next !== null; next = stream.next()) texts.push(next);
  return { texts, reads };
}

const text = fc
  .array(fc.constantFrom("a", "ab", "abc", "b", "ba", "c"), { maxLength: 4 })
  .map((words) => words.join(" "));
const room = fc.constantFrom("x", "y");
const operation = fc.record({ what: fc.constantFrom("add", "change", "move", "remove"), on: fc.nat(), text, room });

test("after random writes, a search finds the notes with its words, and commits invalidate searches whose results change", () => {
  const search = fc.record({ words: text, room: fc.option(room) });
  fc.assert(
    fc.property(
      fc.array(operation, { minLength: 5, maxLength: 40 }),
      fc.array(search, { maxLength: 4 }),
      (operations, searches) => {
        const database = openDatabase();
        const readers = new Readers<Reader>();
        const live = searches.map((query) => ({ ...query, dependencies: NO_DEPENDENCIES, texts: [] as string[] }));
        const run = (query: (typeof live)[number]) => {
          const { texts, reads } = searchFor(database, query.words, query.room);
          query.texts = texts;
          readers.set(query, reads);
        };
        for (const query of live) run(query);
        const ids: string[] = [];
        for (const { what, on, text, room } of operations) {
          const transaction = new Transaction(database, { writable: true, reads: null });
          const id = ids[on % Math.max(1, ids.length)];
          if (what === "add" || id === undefined) ids.push(transaction.insert("", "notes", { text, room }));
          else if (what === "change") transaction.patch("", id, { text });
          else if (what === "move") transaction.patch("", id, { room });
          else transaction.remove("", ids.splice(ids.indexOf(id), 1)[0]!);
          const touched = new Set<Reader>();
          readers.match(transaction.changes, touched);
          for (const query of live) if (touched.has(query)) run(query);
          for (const query of live) expect(query.texts).toEqual(searchFor(database, query.words, query.room).texts);
        }
        const documents = ids.map((id) => new Transaction(database, { writable: false, reads: null }).get("", id)!);
        for (const { words, room, texts } of live) {
          const has = (document: string) => matches(JSON.parse(document) as Note, words, room);
          expect([...texts].sort()).toEqual(documents.filter(has).sort());
        }
        database.close();
      },
    ),
    { numRuns: 40 },
  );
});

interface Note {
  text: string;
  room: string;
}

function matches(note: Note, words: string, room: string | null): boolean {
  const searched = wordsOf(words);
  const isMatch = (word: string) =>
    searched.includes(word) || (searched.length > 0 && word.startsWith(searched.at(-1)!));
  return (room === null || note.room === room) && wordsOf(note.text).some(isMatch);
}

test("the words of deleted and changed texts are in no file a second later", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const file = join(mkdtempSync(join(tmpdir(), "search-")), "data.sqlite");
  const database = openDatabase(file);
  const eraser = new Eraser(database, file, (error) => expect.unreachable(String(error)));
  onTestFinished(() => eraser.close(() => database.close()));
  const write = <T>(work: (on: Transaction) => T) => {
    const result = work(new Transaction(database, { writable: true, reads: null }));
    database.commit();
    return result;
  };
  const bytes = () => readFileSync(file, "latin1") + readFileSync(`${file}-wal`, "latin1");
  const ids = Array.from({ length: 200 }, (_, at) =>
    write((on) => on.insert("", "notes", { text: `hidden${at} words${at} here`, room: `room${at}` })),
  );
  expect(bytes().includes("hidden7")).toBe(true);
  for (const id of ids) write((on) => (id === ids[3] ? on.patch("", id, { text: "other" }) : on.remove("", id)));
  vi.advanceTimersByTime(1_000);
  expect(/hidden|words\d|room\d\d/.exec(bytes())).toBeNull();
});
