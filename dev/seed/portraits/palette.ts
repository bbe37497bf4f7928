/** The product's own colours: night ink, one hot accent, one cool one, paper. */
export const ink = "#12101c";
export const night = "#1f1a33";
export const plum = "#3c2148";
export const coral = "#ff5f4c";
export const marigold = "#ffb238";
export const teal = "#1db8a6";
export const deepTeal = "#0c4a55";
export const paper = "#f7ead3";
export const rose = "#e2467a";

/** Skin from fair to deep, as one meets it between Srinagar and Kanyakumari. */
export const skins = [
  "#f0c19a",
  "#e3ab7e",
  "#dba273",
  "#d39a6a",
  "#c58a5c",
  "#b67a4e",
  "#a96e45",
  "#96603e",
  "#7d4c31",
] as const;

/** Mostly black and brown; the festival dyes the rest. */
export const hairs = ["#1a1420", "#1f1719", "#2a1b1a", "#38231c", "#1a1420", "#241a22"] as const;
export const dyes = ["#7d2340", "#0f5e68", "#a3472c"] as const;

/** `share` of `other` stirred into `colour`. */
export function mix(colour: string, other: string, share: number): string {
  const [from, to] = [channels(colour), channels(other)];
  return `#${from.map((value, i) => hex(value + ((to[i] ?? value) - value) * share)).join("")}`;
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
}

function hex(value: number): string {
  return Math.round(value).toString(16).padStart(2, "0");
}
