import { mix } from "../palette";

/** Stitching, creases and seams. */
export function seam(colour: string, path: string, width = 5, dash = ""): string {
  const dashes = dash === "" ? "" : `stroke-dasharray="${dash}"`;
  return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${dashes}/>`;
}

/** The shadow colour of a cloth. */
export function dark(colour: string, share = 0.34): string {
  return mix(colour, "#1c0d2e", share);
}
