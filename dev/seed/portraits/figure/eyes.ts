import { ink, mix, rose } from "../palette";
import { mirror, round, shift, url, type Sheet } from "../svg";
import type { Look } from "./look";

const WHITE = "M-37 6C-24 -22 18 -27 38 2C26 22 -20 26 -37 6Z";
const LID = "M-39 8C-26 -23 18 -28 40 1";
const JOY = "M-36 12C-20 -18 18 -20 36 8";
const LASHES = "M38 1C45 -3 50 -8 53 -15M32 -9C38 -14 41 -18 43 -23";

/** Both eyes with brows; `turn` shifts where they look. */
export function drawEyes(sheet: Sheet, look: Look): string {
  const apart = 76;
  const winking = look.light.side;
  return [1, -1]
    .map((side) => {
      const shut = look.eyes === "joyful" || (look.eyes === "wink" && side === winking);
      const x = round(side * apart + look.turn);
      const eye = shut ? joyfulEye(look, side) : openEye(sheet, look, side);
      return `<g transform="translate(${x} 18)">${eye}${brow(look, side)}</g>`;
    })
    .join("");
}

function openEye(sheet: Sheet, look: Look, side: number): string {
  const white = facing(WHITE, side);
  const gaze = round(look.turn * 0.45);
  const iris = mix("#3a1d12", look.random.pick(["#7a4a1e", "#3a1d12", "#56331a"]), 0.7);
  const crinkle = "M-40 30C-22 10 20 8 42 26L42 50L-40 50Z";
  return `<path d="${white}" fill="#fdf6ea"/><g clip-path="${url(sheet.clip(white))}">
      <path d="${shift(white, 0, -26)}" fill="#5c3a5c" opacity="0.28"/>
      <circle cx="${gaze}" cy="-1" r="20" fill="${iris}"/><circle cx="${gaze}" cy="-1" r="10.5" fill="${ink}"/>
      <path d="M${gaze - 15} 8C${gaze - 8} 20 ${gaze + 8} 20 ${gaze + 15} 8C${gaze + 8} 14 ${gaze - 8} 14 ${gaze - 15} 8Z"
        fill="#c98a4a" opacity="0.7"/>
      <circle cx="${gaze - look.light.side * 7}" cy="-8" r="6" fill="#fff"/>
      <circle cx="${gaze + look.light.side * 7}" cy="6" r="3" fill="#fff" opacity="0.8"/>
      ${look.eyes === "crinkled" ? `<path d="${crinkle}" fill="${look.skin}"/>` : ""}</g>
    ${lid(look, facing(LID, side), side)}
    <path d="${facing("M-34 -16C-20 -36 16 -40 36 -18", side)}" ${line(mix(look.skinShade, look.skin, 0.2), 4)}/>
    ${look.eyes === "crinkled" ? `<path d="${facing("M-26 24C-8 15 16 15 32 22", side)}" ${line(look.skinShade, 4)}/>` : ""}`;
}

function joyfulEye(look: Look, side: number): string {
  return `${lid(look, facing(JOY, side), side)}
    <path d="${facing("M-22 28C-8 22 10 22 24 26", side)}" ${line(look.skinShade, 4)}/>`;
}

function lid(look: Look, path: string, side: number): string {
  if (look.gender === "male") return `<path d="${path}" ${line("#1c1018", 8)}/>`;
  const shadow = look.random.chance(0.4)
    ? `<path d="${shift(path, 0, -7)}" ${line(mix(rose, look.skin, 0.35), 9)} opacity="0.6"/>`
    : "";
  return `${shadow}<path d="${path}" ${line("#1c1018", 9)}/><path d="${facing(LASHES, side)}" ${line("#1c1018", 5)}/>`;
}

function brow(look: Look, side: number): string {
  const lift = look.mouth === "laugh" ? -8 : look.mouth === "smirk" && side === -look.light.side ? -12 : 0;
  const soft = "M-38 -50C-22 -66 18 -72 46 -50C18 -62 -16 -58 -36 -42C-42 -40 -44 -46 -38 -50Z";
  const strong = "M-42 -52C-22 -70 20 -76 48 -50C20 -60 -14 -54 -38 -38C-47 -36 -48 -48 -42 -52Z";
  const colour = mix(look.natural, look.skin, 0.12);
  return `<path d="${shift(facing(look.gender === "female" ? soft : strong, side), 0, lift)}" fill="${colour}"/>`;
}

function facing(path: string, side: number): string {
  return side === 1 ? path : mirror(path);
}

function line(colour: string, width: number): string {
  return `fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"`;
}
