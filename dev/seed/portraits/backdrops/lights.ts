import { coral, deepTeal, ink, marigold, mix, night, paper, plum, rose, teal } from "../palette";
import type { Random } from "../random";
import { round, url, type Sheet } from "../svg";

/** The whole sheet in one gradient, top to bottom. */
export function sky(sheet: Sheet, ...colours: string[]): string {
  const stops = colours.map((colour, i) => [i / Math.max(1, colours.length - 1), colour] as const);
  return `<rect width="1080" height="1440" fill="${url(sheet.linear(stops))}"/>`;
}

/** A soft round light. */
export function glow(sheet: Sheet, x: number, y: number, r: number, colour: string, strength = 0.8): string {
  const fill = sheet.radial([
    [0, colour, strength],
    [0.5, colour, strength * 0.35],
    [1, colour, 0],
  ]);
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" fill="${url(fill)}"/>`;
}

/** Beams from the rig, smoke, and the heads of the front row. */
export function stage(sheet: Sheet, random: Random): string {
  const colours = random.pick([
    [coral, marigold, rose],
    [teal, marigold, teal],
    [coral, teal, marigold],
  ]);
  const beams = [120, 330, 540, 750, 960].map((x, i) => {
    const lean = random.between(-330, 330);
    const colour = colours[i % 3] ?? coral;
    const fill = sheet.linear([
      [0, colour, 0.85],
      [1, colour, 0],
    ]);
    return `<path d="M${x - 16} 60L${x + 16} 60L${round(x + lean + 190)} 1300L${round(x + lean - 190)} 1300Z" fill="${url(fill)}"/>
      ${glow(sheet, x, 64, 90, mix(colour, "#ffffff", 0.6), 1)}<circle cx="${x}" cy="58" r="17" fill="#fff6e0"/>`;
  });
  const rig = `<path d="M0 20L1080 20M0 62L1080 62M${Array.from({ length: 19 }, (_, i) => `${i * 60} ${i % 2 === 0 ? 20 : 62}`).join("L")}" stroke="#3a3352" stroke-width="7" fill="none"/>`;
  return `${sky(sheet, "#161127", plum, "#5a2450")}${beams.join("")}${rig}${crowd(random, 1210, "#1a1230")}${crowd(random, 1290, ink)}`;
}

function crowd(random: Random, y: number, colour: string): string {
  const people = Array.from({ length: 13 }, (_, i) => {
    const x = i * 90 + random.between(-24, 24);
    const top = y + random.between(-36, 36);
    const arm = random.chance(0.4)
      ? `<path d="M${round(x + 34)} ${round(top + 100)}L${round(x + random.between(40, 74))} ${round(top - 90)}" stroke="${colour}" stroke-width="26" stroke-linecap="round"/>`
      : "";
    return `<circle cx="${round(x)}" cy="${round(top)}" r="42" fill="${colour}"/><rect x="${round(x - 66)}" y="${round(top + 36)}" width="132" height="400" rx="56" fill="${colour}"/>${arm}`;
  });
  return people.join("");
}

/** City lights out of focus. */
export function bokeh(sheet: Sheet, random: Random): string {
  const base = random.pick([
    [night, deepTeal, "#0a2a3a"],
    ["#2a1533", plum, "#61284e"],
    ["#12101c", "#2a2350", "#4b2b5f"],
  ]);
  const lights = Array.from({ length: 34 }, () => {
    const colour = random.pick([coral, marigold, marigold, teal, paper, rose]);
    const [x, y, r] = [random.between(0, 1080), random.between(0, 1250), random.between(22, 92)];
    const o = random.between(0.14, 0.5);
    return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" fill="${colour}" opacity="${round(o * 10) / 10}"/><circle cx="${round(x)}" cy="${round(y)}" r="${round(r - 3)}" fill="none" stroke="${mix(colour, "#ffffff", 0.5)}" stroke-width="4" opacity="${round(o * 10) / 10}"/>`;
  });
  return sky(sheet, ...base) + glow(sheet, 540, 620, 620, coral, 0.32) + lights.join("");
}

/** Rockets over the ground. */
export function fireworks(sheet: Sheet, random: Random): string {
  const bursts = [
    [200, 240],
    [880, 200],
    [560, 110],
    [110, 640],
    [980, 620],
  ].map(([x = 0, y = 0]) => {
    const colour = random.pick([coral, marigold, teal, rose, paper]);
    const size = random.between(120, 210);
    const rays = Array.from({ length: 18 }, (_, i) => {
      const a = (i * Math.PI) / 9;
      const from = size * 0.32;
      const to = size * (i % 2 === 0 ? 1 : 0.78);
      const end = `${round(x + Math.cos(a) * to)} ${round(y + Math.sin(a) * to)}`;
      return `<path d="M${round(x + Math.cos(a) * from)} ${round(y + Math.sin(a) * from)}L${end}" stroke="${colour}" stroke-width="7" stroke-linecap="round"/><circle cx="${end.split(" ")[0]}" cy="${end.split(" ")[1]}" r="9" fill="${mix(colour, "#ffffff", 0.5)}"/>`;
    });
    return glow(sheet, x, y, size * 1.5, colour, 0.45) + rays.join("");
  });
  return `${sky(sheet, "#12101c", "#241c44", "#5b2a58")}${bursts.join("")}${crowd(random, 1250, "#140e22")}`;
}

/** Paper lanterns on wires. */
export function lanterns(sheet: Sheet, random: Random): string {
  const wires = [130, 330, 560].map((y, row) => {
    const sag = random.between(50, 110);
    const lamps = Array.from({ length: 6 }, (_, i) => {
      const x = 60 + i * 190 + (row % 2) * 90;
      const t = x / 1080;
      const top = y + 4 * sag * t * (1 - t);
      const colour = random.pick([coral, marigold, paper, teal, rose]);
      const size = random.between(46, 64) - row * 6;
      return `${glow(sheet, x, top + size, size * 2.1, colour, 0.55)}<ellipse cx="${x}" cy="${round(top + size)}" rx="${round(size)}" ry="${round(size * 0.86)}" fill="${mix(colour, "#fff3d0", 0.25)}"/>
        <path d="M${round(x - size * 0.4)} ${round(top + size * 0.28)}C${round(x - size * 0.6)} ${round(top + size * 0.8)} ${round(x - size * 0.6)} ${round(top + size * 1.2)} ${round(x - size * 0.4)} ${round(top + size * 1.7)}M${x} ${round(top + size * 0.2)}L${x} ${round(top + size * 1.8)}M${round(x + size * 0.4)} ${round(top + size * 0.28)}C${round(x + size * 0.6)} ${round(top + size * 0.8)} ${round(x + size * 0.6)} ${round(top + size * 1.2)} ${round(x + size * 0.4)} ${round(top + size * 1.7)}" stroke="${mix(colour, plum, 0.4)}" stroke-width="4" fill="none" opacity="0.6"/>`;
    });
    return `<path d="M0 ${y}C360 ${round(y + sag * 1.33)} 720 ${round(y + sag * 1.33)} 1080 ${y}" fill="none" stroke="${ink}" stroke-width="5"/>${lamps.join("")}`;
  });
  return sky(sheet, "#1c1636", "#3a2050", "#8a3a55") + wires.join("");
}
