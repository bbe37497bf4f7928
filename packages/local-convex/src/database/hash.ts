/** One step of FNV-1a, with a shift for numbers above a byte. Returns signed 32 bits, which V8 stores without an object. */
export function mixed(hash: number, value: number): number {
  const product = Math.imul(hash ^ value, 0x01000193);
  return product ^ (product >>> 15);
}

/** All characters of a text, and its length. */
export function mixedText(hash: number, text: string): number {
  let all = mixed(hash, text.length);
  for (let i = 0; i < text.length; i++) all = mixed(all, text.charCodeAt(i));
  return all;
}
