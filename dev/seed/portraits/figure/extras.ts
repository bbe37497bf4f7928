import { ink, marigold, mix, paper, rose, teal } from "../palette";
import { mirror, round, url, type Sheet } from "../svg";
import type { Look } from "./look";
import { scallops } from "./strands";

/** Worn on the face or in the ears: glasses, bindi, nose stud, earrings, a flower. */
export function drawFaceExtras(sheet: Sheet, look: Look): string {
  const parts = [look.glasses ? glasses(sheet, look) : ""];
  if (look.gender === "female") parts.push(bindi(look), noseRing(look), earrings(look), flower(look));
  else if (look.random.chance(0.2) && look.hair !== "turban") parts.push(stud(look));
  if (look.random.chance(0.16)) parts.push(glitter(look));
  return parts.join("");
}

/** Hung around neck: headphones or the festival's pass. */
export function drawNeckExtras(sheet: Sheet, look: Look): string {
  if (look.hair === "hijab" || ["saree", "lehenga"].includes(look.clothes)) return "";
  if (look.random.chance(0.1)) return headphones(sheet, look);
  return look.random.chance(0.3) && !["tee", "hoodie"].includes(look.clothes) ? pass(sheet, look) : "";
}

function glasses(sheet: Sheet, look: Look): string {
  const x = round(look.turn);
  const frame = look.random.pick([ink, "#5c2a1c", "#8c2f39", "#d9a441", "#1b3a4b"]);
  const width = frame === "#d9a441" ? 6 : 10;
  const round1 = "M20 18C20 -30 44 -46 78 -46C116 -46 140 -28 140 16C140 58 116 78 80 78C42 78 20 58 20 18Z";
  const square = "M20 -20C22 -38 34 -40 60 -40L116 -40C136 -40 144 -30 142 -8C140 56 128 68 84 68C36 68 22 54 20 -20Z";
  const lens = look.random.pick([round1, square]);
  const tint = look.random.chance(0.2)
    ? sheet.linear([
        [0, "#ff5f4c", 0.55],
        [1, "#ffb238", 0.25],
      ])
    : sheet.linear([
        [0, "#ffffff", 0.2],
        [1, "#ffffff", 0.04],
      ]);
  const half = (path: string) => `<path d="${path}" fill="${url(tint)}" stroke="${frame}" stroke-width="${width}"/>`;
  const glare = "M46 52L92 -30M64 58L104 -14";
  // Under cloth nobody sees where they hook on.
  const arms = look.hair === "hijab" ? "" : `M140 0L${168 - x} -8M-140 0L${-168 - x} -8`;
  return `<g transform="translate(${x} 4)">${half(lens)}${half(mirror(lens))}<path d="M20 4C12 -6 -12 -6 -20 4${arms}"
    fill="none" stroke="${frame}" stroke-width="${width}"/><path d="${glare}" stroke="#fff" stroke-width="7" opacity="0.22"/></g>`;
}

function bindi(look: Look): string {
  const traditional = ["saree", "lehenga", "kurti"].includes(look.clothes) && look.hair !== "hijab";
  if (!traditional || look.random.chance(0.35)) return "";
  const x = round(look.turn * 1.1);
  return `<circle cx="${x}" cy="-52" r="9" fill="#b3122f"/><circle cx="${x - 2}" cy="-55" r="3" fill="#fff" opacity="0.5"/>`;
}

function noseRing(look: Look): string {
  if (!look.random.chance(0.28)) return "";
  const x = round(look.turn * 1.3 - look.light.side * 27);
  return `<circle cx="${x}" cy="84" r="5.5" fill="#ffe7a8"/>`;
}

function earrings(look: Look): string {
  if (look.hair === "hijab" || ["long", "wavy", "curls", "bob"].includes(look.hair) || look.random.chance(0.15))
    return "";
  const x = look.face.width + 10;
  const hoop = (d: number) => `<circle cx="${d * x}" cy="104" r="26" fill="none" stroke="#e9b04a" stroke-width="7"/>`;
  const jhumka = (
    d: number,
  ) => `<circle cx="${d * x}" cy="76" r="9" fill="#e9b04a"/><path d="M${d * x - 26} 118C${d * x - 24} 84 ${d * x + 24} 84 ${d * x + 26} 118Z" fill="#e9b04a"/>
    ${[-18, 0, 18].map((dx) => `<circle cx="${d * x + dx}" cy="126" r="6" fill="${rose}"/>`).join("")}<path d="M${d * x - 24} 108L${d * x + 24} 108" stroke="#a8702a" stroke-width="4"/>`;
  const drop = (d: number) =>
    `<path d="M${d * x} 72C${d * x + 18} 100 ${d * x + 16} 124 ${d * x} 128C${d * x - 16} 124 ${d * x - 18} 100 ${d * x} 72Z" fill="${teal}"/>`;
  const festive = ["saree", "lehenga", "kurti"].includes(look.clothes);
  const one = festive ? jhumka : look.random.pick([hoop, drop, hoop]);
  return one(1) + one(-1);
}

function flower(look: Look): string {
  if (!["long", "wavy", "bob", "braid", "pixie"].includes(look.hair) || !look.random.chance(0.3)) return "";
  const [x, y] = [look.light.side * -166, -96];
  const petal = look.random.pick([paper, marigold, rose]);
  return `<path d="${scallops({ x, y, rx: 26, ry: 26 }, 6, 26)}" fill="${petal}"/><circle cx="${x}" cy="${y}" r="14" fill="${petal === marigold ? "#8c2f39" : marigold}"/>`;
}

function stud(look: Look): string {
  return `<circle cx="${-look.light.side * (look.face.width + 16)}" cy="66" r="7" fill="#ffe7a8"/>`;
}

function glitter(look: Look): string {
  const colours = [marigold, teal, paper, rose];
  const spots = Array.from({ length: 12 }, (_, i) => {
    const side = i % 2 === 0 ? 1 : -1;
    const [x, y] = [side * look.random.between(70, 134) + look.turn, look.random.between(62, 96)];
    return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(look.random.between(2.5, 5.5))}" fill="${look.random.pick(colours)}"/>`;
  });
  return spots.join("");
}

function headphones(sheet: Sheet, look: Look): string {
  const band = "M-150 300C-170 400 -90 470 -70 470L-58 448C-100 420 -132 380 -124 300Z";
  const cup = "M-118 396C-150 400 -170 450 -150 490C-130 520 -80 520 -62 490C-50 450 -70 400 -118 396Z";
  const colour = look.cloth === teal ? "#f0574a" : teal;
  return (
    [band, mirror(band)].map((path) => `<path d="${path}" fill="${mix(ink, paper, 0.12)}"/>`).join("") +
    [cup, mirror(cup)].map((path) => sheet.lit(path, colour, look.light, { shade: 12, rim: 6, counter: 4 })).join("")
  );
}

function pass(sheet: Sheet, look: Look): string {
  const colour = [teal, marigold, rose].find((each) => each !== look.cloth && each !== look.trim) ?? teal;
  const strap = "M-116 296C-90 460 -40 560 -6 640L10 640C-20 560 -66 460 -94 290Z";
  const card = "M-84 640L84 640L84 900L-84 900Z";
  return `<path d="${strap}" fill="${colour}"/><path d="${mirror(strap)}" fill="${mix(colour, ink, 0.25)}"/><rect x="-18" y="622" width="36" height="30" rx="6" fill="#c9c2d6"/>
    ${sheet.lit(card, paper, look.light, { shade: 10, rim: 0, counter: 0 })}<rect x="-84" y="640" width="168" height="74" fill="${look.trim === paper ? rose : look.trim}"/>
    <circle cx="0" cy="780" r="40" fill="${mix(paper, ink, 0.2)}"/>`;
}
