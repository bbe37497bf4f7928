import { readSync, writeSync } from "node:fs";
import { PAGE_BYTES } from "./driver";

// From SQLite's file format: the kinds of a page of a tree, and where its header begins on the first page of a file.
const INTERIOR = new Set([2, 5]);
const LEAF = new Set([10, 13]);
const FILE_HEADER_BYTES = 100;

const page = Buffer.alloc(PAGE_BYTES);
const zeros = Buffer.alloc(PAGE_BYTES);

/** Fills with zeros what a page of a database file, the first being 1, has between its pointers to rows and its rows. SQLite never reads that. */
export function erasePage(file: number, number: number): void {
  const start = (number - 1) * PAGE_BYTES;
  if (readSync(file, page, 0, PAGE_BYTES, start) !== PAGE_BYTES) return;
  const header = number === 1 ? FILE_HEADER_BYTES : 0;
  const kind = page[header]!;
  if (!INTERIOR.has(kind) && !LEAF.has(kind)) return;
  const from = header + (INTERIOR.has(kind) ? 12 : 8) + 2 * page.readUInt16BE(header + 3);
  const to = page.readUInt16BE(header + 5);
  if (from >= to || to > PAGE_BYTES) return;
  if (page.compare(zeros, 0, to - from, from, to) === 0) return;
  writeSync(file, zeros, 0, to - from, start + from);
}
