import { coral, mix } from "../palette";
import { mirror, round, shift, url, type Sheet } from "../svg";
import type { Look } from "./look";

/** Head with ears, cheeks and nose; eyes, mouth and hair come on top. The origin is between the eyes. */
export function drawHead(sheet: Sheet, look: Look): string {
  const outline = headOutline(look);
  return `${ears(sheet, look)}
    ${sheet.lit(outline, look.skin, look.light, { shade: 40, rim: 9, counter: 6, shadeColour: look.skinShade })}
    <g clip-path="${url(sheet.clip(outline))}">${cheeks(sheet, look)}</g>
    ${nose(look)}`;
}

/** The outline of the bare head. */
export function headOutline({ face: { width, jaw, chinWidth, chin } }: Look): string {
  const side = (s: number) => (x: number) => round(x * s);
  const [r, l] = [side(1), side(-1)];
  return `M0 -225C${r(width * 0.62)} -225 ${r(width)} -150 ${r(width)} -40C${r(width)} 60 ${r(width * 0.93)} 118 ${r(jaw)} 172
    C${r(jaw * 0.78)} 212 ${r(chinWidth)} ${round(chin)} 0 ${round(chin)}
    C${l(chinWidth)} ${round(chin)} ${l(jaw * 0.78)} 212 ${l(jaw)} 172
    C${l(width * 0.93)} 118 ${l(width)} 60 ${l(width)} -40C${l(width)} -150 ${l(width * 0.62)} -225 0 -225Z`;
}

function ears(sheet: Sheet, look: Look): string {
  if (look.hair === "hijab" || look.hair === "turban") return "";
  const right = "M0 -34C26 -48 44 -26 38 6C34 34 20 60 2 54Z";
  const inner = "M10 -18C24 -24 28 -8 24 6C20 22 14 32 8 30";
  const at = look.face.width - 8;
  const line = (path: string) =>
    `<path d="${path}" fill="none" stroke="${look.skinShade}" stroke-width="6" stroke-linecap="round"/>`;
  const spread = look.turn * 0.5;
  return [shift(right, at - spread, 18), shift(mirror(right), -at - spread, 18)]
    .map((path) => sheet.lit(path, mix(look.skin, look.skinShade, 0.25), look.light, { shade: 6, rim: 5, counter: 0 }))
    .concat(line(shift(inner, at - spread, 18)), line(shift(mirror(inner), -at - spread, 18)))
    .join("");
}

function cheeks(sheet: Sheet, look: Look): string {
  const blush = sheet.radial([
    [0, mix(coral, look.skin, 0.25), look.gender === "female" ? 0.62 : 0.4],
    [1, coral, 0],
  ]);
  const glow = sheet.radial([
    [0, "#fff1d6", 0.3],
    [1, "#fff1d6", 0],
  ]);
  const x = look.turn * 0.8;
  const forehead = -look.light.side * 40;
  return `<circle cx="${x - 104}" cy="100" r="70" fill="${url(blush)}"/><circle cx="${x + 104}" cy="100" r="70" fill="${url(blush)}"/>
    <ellipse cx="${forehead}" cy="-110" rx="120" ry="80" fill="${url(glow)}"/>`;
}

function nose(look: Look): string {
  const away = look.light.side;
  const x = look.turn * 1.3;
  const shadow = "M10 -4C14 26 20 50 29 76C32 90 16 95 0 95C9 84 8 52 4 16Z";
  const tip = "M-25 80C-30 92 -20 98 -12 94M-7 98C-3 101 3 101 7 98M12 94C20 98 30 92 25 80";
  const gleam = mix(look.skin, "#fff1d6", 0.5);
  return `<path d="${shift(away === 1 ? shadow : mirror(shadow), x, 0)}" fill="${look.skinShade}" opacity="0.5"/>
    <path d="${shift(tip, x, 0)}" fill="none" stroke="${mix(look.skinShade, "#3a0d1c", 0.3)}" stroke-width="5.5"
      stroke-linecap="round" stroke-linejoin="round"/>
    <ellipse cx="${round(x - away * 6)}" cy="66" rx="8" ry="12" fill="${gleam}" opacity="0.7"/>`;
}
