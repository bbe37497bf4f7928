import { readSync, writeSync } from "node:fs";

// From SQLite's file format: the kinds of tree pages, and where the header starts on the first page of a file.
const INTERIOR = new Set([2, 5]);
const LEAF = new Set([10, 13]);
const FILE_HEADER_BYTES = 100;

const LARGEST_PAGE = 65_536;
const page = Buffer.alloc(LARGEST_PAGE);
const zeros = Buffer.alloc(LARGEST_PAGE);

/** Zeroes the gap between a page's pointers and its rows, which SQLite never reads. Pages count from 1. */
export function erasePage(file: number, number: number, pageBytes: number): void {
  const start = (number - 1) * pageBytes;
  if (readSync(file, page, 0, pageBytes, start) !== pageBytes) return;
  const header = number === 1 ? FILE_HEADER_BYTES : 0;
  const kind = page[header]!;
  if (!INTERIOR.has(kind) && !LEAF.has(kind)) return;
  const from = header + (INTERIOR.has(kind) ? 12 : 8) + 2 * page.readUInt16BE(header + 3);
  const to = page.readUInt16BE(header + 5);
  if (from >= to || to > pageBytes) return;
  if (page.compare(zeros, 0, to - from, from, to) === 0) return;
  writeSync(file, zeros, 0, to - from, start + from);
}
