/** The cost of decoding a JPEG, read from its markers before it is decoded. */

/** Cameras and programs write a dozen at most. A decoder goes over every pixel again for each scan. */
const MAX_SCANS = 30;

/** True for a JPEG with so many scans that a few kilobytes would keep a core busy for half a minute. */
export function hasTooManyScans(file: Uint8Array): boolean {
  return file[0] === 0xff && file[1] === 0xd8 && countScans(file) > MAX_SCANS;
}

/** Counts from marker to marker, as a decoder does, so that bytes of metadata are not counted as scans. */
function countScans(file: Uint8Array): number {
  let scans = 0;
  let at = 2;
  for (;;) {
    at = file.indexOf(0xff, at);
    while (file[at] === 0xff) at += 1;
    const marker = at < 0 ? undefined : file[at];
    if (marker === undefined || marker === END) return scans;
    if (marker === SCAN) scans += 1;
    at += 1;
    if (hasLength(marker)) at += Math.max(2, ((file[at] ?? 0) << 8) | (file[at + 1] ?? 0));
  }
}

const END = 0xd9;
const SCAN = 0xda;

/** Stuffed zeros, restart markers and markers that a decoder skips have no length, so no scan can hide behind one. */
function hasLength(marker: number): boolean {
  return marker >= 0xc0 && !(marker >= 0xd0 && marker <= 0xd8);
}
