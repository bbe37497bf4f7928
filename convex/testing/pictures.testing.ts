/** Pictures that no camera makes. */
import { crc32, deflateSync } from "node:zlib";

/** Returns a black square PNG with one bit per pixel. Writing it takes a tenth of a second. */
export function blackPng(size: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header[8] = 1;
  const lines = Buffer.alloc((1 + Math.ceil(size / 8)) * size);
  const chunks = [chunk("IHDR", header), chunk("IDAT", deflateSync(lines)), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...chunks]);
}

/** Returns a progressive JPEG with `scans` empty scans. `before`: bytes in front of each scan but the first. */
export function scansOf(size: number, scans: number, before: number[] = []): Buffer {
  const blocks = Math.ceil(size / 8) ** 2;
  const head = [
    [0xff, 0xd8],
    segment(0xdb, [0, ...ones(64)]),
    segment(0xc2, [8, size >> 8, size & 255, size >> 8, size & 255, 1, 1, 0x11, 0]),
    segment(0xc4, [0x00, 1, ...Array<number>(15).fill(0), 0]),
    segment(0xc4, [0x10, 1, ...Array<number>(15).fill(0), 0]),
    segment(0xda, [1, 1, 0x00, 0, 0, 0]),
    Array<number>(Math.ceil(blocks / 8)).fill(0),
  ];
  const more = Array.from({ length: scans - 1 }, (_, i) => [
    ...before,
    ...segment(0xda, [1, 1, 0x00, (i % 63) + 1, (i % 63) + 1, 0]),
    ...Array<number>(Math.ceil(blocks / 8)).fill(0),
  ]);
  return Buffer.from([...head, ...more, [0xff, 0xd9]].flat());
}

function chunk(type: string, body: Buffer): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  const content = Buffer.concat([Buffer.from(type), body]);
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, sum]);
}

function segment(marker: number, body: number[]): number[] {
  return [0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 255, ...body];
}

function ones(length: number): number[] {
  return Array<number>(length).fill(1);
}
