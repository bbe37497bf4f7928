import { coral, ink, marigold, mix, paper, teal } from "../palette";
import { round, type Sheet } from "../svg";
import type { Look } from "./look";

/** A picture on the chest; never words. */
export function print(_sheet: Sheet, look: Look, lower = 0): string {
  const tone = look.cloth === paper ? ink : mix(look.trim, paper, 0.15);
  const drawings = [sun, bolt, waves, cassette, planet, stripes, none] as const;
  return `<g transform="translate(0 ${560 + lower})">${look.random.pick(drawings)(tone, look)}</g>`;
}

function none(): string {
  return "";
}

function sun(tone: string): string {
  const rays = Array.from({ length: 12 }, (_, i) => {
    const a = (i * Math.PI) / 6;
    return `M${round(Math.cos(a) * 92)} ${round(Math.sin(a) * 92)}L${round(Math.cos(a) * 124)} ${round(Math.sin(a) * 124)}`;
  });
  return `<circle r="72" fill="${tone}"/><path d="${rays.join("")}" stroke="${tone}" stroke-width="14" stroke-linecap="round"/>`;
}

function bolt(tone: string): string {
  return `<circle r="100" fill="${tone}"/><path d="M18 -84L-52 18L-6 18L-20 86L54 -20L8 -20Z" fill="${coral}"/>`;
}

function waves(tone: string): string {
  const wave = (y: number, colour: string) =>
    `<path d="M-130 ${y}C-100 ${y - 44} -70 ${y - 44} -40 ${y}C-10 ${y + 44} 20 ${y + 44} 50 ${y}C76 ${y - 40} 100 ${y - 40} 130 ${y}" fill="none" stroke="${colour}" stroke-width="18" stroke-linecap="round"/>`;
  return wave(-44, tone) + wave(0, marigold) + wave(44, tone);
}

function cassette(tone: string, look: Look): string {
  return `<rect x="-124" y="-76" width="248" height="156" rx="20" fill="${tone}"/><rect x="-96" y="-40" width="192" height="70" rx="35" fill="${mix(look.cloth, ink, 0.3)}"/>
    <circle cx="-58" cy="-5" r="24" fill="${tone}"/><circle cx="58" cy="-5" r="24" fill="${tone}"/><circle cx="-58" cy="-5" r="9" fill="${ink}"/><circle cx="58" cy="-5" r="9" fill="${ink}"/>
    <path d="M-60 80L-46 46L46 46L60 80Z" fill="${mix(tone, ink, 0.3)}"/>`;
}

function planet(tone: string): string {
  return `<circle r="76" fill="${tone}"/><path d="M-66 30C-20 44 30 44 70 22" fill="none" stroke="${coral}" stroke-width="14"/>
    <ellipse rx="132" ry="34" fill="none" stroke="${teal}" stroke-width="12" transform="rotate(-18)"/><path d="M-70 -10A76 76 0 0 1 70 -22" fill="${tone}"/>`;
}

function stripes(tone: string, look: Look): string {
  const width = look.gender === "female" ? 236 : 284;
  return [-60, 0, 60]
    .map(
      (y, i) =>
        `<rect x="${-width}" y="${y}" width="${width * 2}" height="34" fill="${[tone, coral, marigold][i]}" opacity="0.92"/>`,
    )
    .join("");
}
