import { coral, mix, rose } from "../palette";
import { mirror, round, url, type Sheet } from "../svg";
import type { Beard, Look } from "./look";

/** Mouth, and the beard that belongs around it. */
export function drawMouth(sheet: Sheet, look: Look): string {
  const place = `translate(${round(look.turn)} 142)`;
  const draw = { smile: closedSmile, smirk, grin, laugh }[look.mouth];
  return `<g transform="${place}">${draw(sheet, look)}${moustache(look)}</g>`;
}

/** The hair of cheeks and chin, drawn before the mouth. */
export function drawBeard(sheet: Sheet, look: Look, outline: string): string {
  if (look.beard === "none" || look.beard === "moustache") return "";
  return `<g clip-path="${url(sheet.clip(lowerFace(look, outline)))}">${beardShape(look)}</g>`;
}

function lowerFace(look: Look, outline: string): string {
  return look.beard === "full" ? "M-230 -20L230 -20L230 330L-230 330Z" : outline;
}

function beardShape(look: Look): string {
  const w = look.face.width;
  const chin = look.face.chin;
  const colour = look.natural;
  const inner = "C-150 110 -118 118 -84 108C-50 98 -30 108 0 108C30 108 50 98 84 108C118 118 150 110";
  const open = "M-46 150C-30 138 30 138 46 150C42 196 -42 196 -46 150Z";
  const edge = `M${-w} 20${inner} ${w} 20`;
  const cheeks = (extra: number, fill: string, opacity: number) =>
    `<path d="${edge}L${w + extra} 20C${w + extra} 130 ${w * 0.66} ${chin + extra} 0 ${chin + extra * 1.5}
      C${-w * 0.66} ${chin + extra} ${-w - extra} 130 ${-w - extra} 20Z" fill="${fill}" opacity="${opacity}"/>`;
  const shapes: Record<Beard, string> = {
    none: "",
    moustache: "",
    stubble: cheeks(20, mix(colour, look.skinShade, 0.55), 0.42),
    short: cheeks(10, mix(colour, look.skin, 0.14), 0.94),
    full: `${cheeks(16, colour, 1)}${strands(look)}`,
    goatee: `<path d="M-62 128C-70 190 -52 ${chin + 8} 0 ${chin + 10}C52 ${chin + 8} 70 190 62 128C40 116 -40 116 -62 128Z" fill="${mix(colour, look.skin, 0.1)}"/>`,
  };
  const lips =
    look.beard === "stubble"
      ? ""
      : `<path d="${open}" fill="${look.skinShade}" transform="translate(${round(look.turn)} 0)"/>`;
  return shapes[look.beard] + lips;
}

function strands(look: Look): string {
  const colour = mix(look.natural, look.light.warm, 0.28);
  const one = "M-110 170C-100 200 -82 222 -60 236M-60 206C-48 226 -32 238 -14 244M-140 120C-136 146 -130 164 -120 182";
  return [one, mirror(one)]
    .map(
      (path) =>
        `<path d="${path}" fill="none" stroke="${colour}" stroke-width="4" stroke-linecap="round" opacity="0.6"/>`,
    )
    .join("");
}

function moustache(look: Look): string {
  if (look.beard === "none" || look.beard === "stubble") return "";
  const half = "M0 -26C16 -38 42 -36 60 -20C70 -12 66 -2 56 -5C38 -12 18 -13 0 -12Z";
  const colour = mix(look.natural, look.skin, look.beard === "full" ? 0 : 0.1);
  return `<path d="${half}" fill="${colour}"/><path d="${mirror(half)}" fill="${colour}"/>`;
}

function lipColour(look: Look): string {
  const bright = look.random.pick([rose, "#c2334d", coral, "#a8324a"]);
  return look.gender === "female" ? mix(bright, look.skin, 0.22) : mix(look.skin, "#8c2f39", 0.4);
}

function closedSmile(_sheet: Sheet, look: Look): string {
  const lips = lipColour(look);
  const full = look.gender === "female" ? 0 : 5;
  return `<path d="M-52 0C-34 -6 -14 ${-16 + full} 0 -8C14 ${-16 + full} 34 -6 52 0C34 ${32 - full} -34 ${32 - full} -52 0Z" fill="${lips}"/>
    <path d="M-58 -5C-34 15 34 15 58 -5" ${line(look)}/>
    <path d="M-16 17C-6 20 6 20 16 17" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" opacity="0.3"/>${dimples(look, 64)}`;
}

function smirk(_sheet: Sheet, look: Look): string {
  const up = look.light.side;
  const lips = lipColour(look);
  return `<g transform="scale(${-up} 1)"><path d="M-44 4C-28 -4 -10 -12 2 -6C16 -14 36 -14 56 -10C38 26 -26 28 -44 4Z" fill="${lips}"/>
    <path d="M-46 4C-16 16 30 14 60 -14" ${line(look)}/><path d="M64 -26C72 -18 72 -8 66 -2" fill="none"
      stroke="${look.skinShade}" stroke-width="5" stroke-linecap="round"/></g>`;
}

function grin(sheet: Sheet, look: Look): string {
  return openMouth(sheet, look, "M-60 -8C-36 4 36 4 60 -8C54 34 28 46 0 46C-28 46 -54 34 -60 -8Z", 24);
}

function laugh(sheet: Sheet, look: Look): string {
  return openMouth(sheet, look, "M-66 -14C-40 -2 40 -2 66 -14C66 44 36 68 0 68C-36 68 -66 44 -66 -14Z", 26);
}

function openMouth(sheet: Sheet, look: Look, shape: string, teeth: number): string {
  const lips = lipColour(look);
  return `<path d="${shape}" fill="#4a0f1c" stroke="${lips}" stroke-width="11" stroke-linejoin="round"/>
    <g clip-path="${url(sheet.clip(shape))}"><path d="M-80 -30L80 -30L80 ${teeth - 18}C40 ${teeth} -40 ${teeth} -80 ${teeth - 18}Z" fill="#fffaf0"/>
    <ellipse cx="0" cy="${teeth + 34}" rx="40" ry="22" fill="#d2495a"/></g>${dimples(look, 76)}`;
}

function dimples(look: Look, x: number): string {
  const one = `M${x} -20C${x + 9} -12 ${x + 9} 0 ${x + 3} 8`;
  return [one, mirror(one)]
    .map((path) => `<path d="${path}" fill="none" stroke="${look.skinShade}" stroke-width="5" stroke-linecap="round"/>`)
    .join("");
}

function line(look: Look): string {
  return `fill="none" stroke="${mix(look.skinShade, "#3a0d1c", 0.6)}" stroke-width="6" stroke-linecap="round"`;
}
