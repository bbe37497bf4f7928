import { coral, deepTeal, ink, marigold, mix, night, paper, plum, rose, teal } from "../palette";
import type { Random } from "../random";
import { blob, round, url, type Sheet } from "../svg";
import { scallops } from "../figure/strands";
import { glow, sky } from "./lights";

/** Strings of flags across the lawn. */
export function bunting(sheet: Sheet, random: Random): string {
  const base = random.pick([
    ["#0c4a55", "#14766f", "#f0a54a"],
    ["#32204d", "#8a3358", "#ff7d4f"],
    ["#17334f", "#1c6a7a", "#f7c873"],
  ]);
  const strings = [40, 210, 390].map((y, row) => {
    const sag = random.between(90, 150);
    const tilt = random.between(-80, 80);
    const height = (t: number) => y + tilt * t + 4 * sag * t * (1 - t);
    const flags = Array.from({ length: 9 }, (_, i) => {
      const [a, b] = [(i + 0.08) / 9, (i + 0.92) / 9];
      const colour = [coral, paper, marigold, teal, rose][(i + row) % 5] ?? coral;
      return `<path d="M${round(a * 1080)} ${round(height(a))}L${round(b * 1080)} ${round(height(b))}L${round(((a + b) / 2) * 1080)} ${round(height((a + b) / 2) + 104)}Z" fill="${colour}"/>`;
    });
    return `<path d="M0 ${y}C360 ${round(y + tilt * 0.33 + sag * 1.33)} 720 ${round(y + tilt * 0.67 + sag * 1.33)} 1080 ${round(y + tilt)}" fill="none" stroke="${ink}" stroke-width="5"/>${flags.join("")}`;
  });
  return sky(sheet, ...base) + glow(sheet, 540, 820, 700, marigold, 0.4) + strings.join("");
}

/** Bulbs of a fairground sign around the head. */
export function marquee(sheet: Sheet, random: Random): string {
  const colour = random.pick([coral, teal, rose, "#7a4fb0"]);
  const shape = random.pick(["ring", "arch", "star"] as const);
  const count = 30;
  const spots = Array.from({ length: count }, (_, i) => {
    const a = (i * Math.PI * 2) / count - Math.PI / 2;
    const r = shape === "star" ? 400 + (Math.abs((i % 6) - 3) / 3) * 130 : 450;
    const arch = shape === "arch" && Math.sin(a) > 0;
    return arch
      ? ([540 + Math.sign(Math.cos(a)) * 450, 560 + Math.sin(a) ** 0.8 * 900] as const)
      : ([540 + Math.cos(a) * r, 560 + Math.sin(a) * r] as const);
  });
  const panel =
    shape === "arch" ? "M90 560C90 310 290 110 540 110C790 110 990 310 990 560L990 1440L90 1440Z" : `${blob(spots)}`;
  const bulbs = spots.map(
    ([x, y], i) =>
      `${i % 2 === 0 ? glow(sheet, x, y, 74, marigold, 0.9) : ""}<circle cx="${round(x)}" cy="${round(y)}" r="19" fill="#fff0c4"/>`,
  );
  return `${sky(sheet, night, "#2c1f48", plum)}<path d="${panel}" fill="${mix(colour, ink, 0.12)}" stroke="${mix(colour, ink, 0.5)}" stroke-width="76" stroke-linejoin="round"/>
    <path d="${panel}" fill="${url(sheet.dots(mix(colour, ink, 0.45), 30, 7))}" opacity="0.6"/>${bulbs.join("")}`;
}

/** Glass tubes on a brick wall. */
export function neon(sheet: Sheet, random: Random): string {
  const brick = sheet.pattern(
    150,
    100,
    `<rect width="150" height="100" fill="#1d1730"/><rect x="4" y="4" width="142" height="42" rx="3" fill="#2b2145"/><rect x="-71" y="54" width="142" height="42" rx="3" fill="#2f2349"/><rect x="79" y="54" width="142" height="42" rx="3" fill="#281e40"/>`,
  );
  const heart =
    "M540 1010C240 800 90 600 130 400C170 210 420 180 540 380C660 180 910 210 950 400C990 600 840 800 540 1010Z";
  const bolt = "M640 60L250 640L480 640L380 1120L840 440L590 440Z";
  const circle = scallops({ x: 540, y: 560, rx: 390, ry: 390 }, 12, 60);
  const moon =
    "M700 110C380 130 190 380 210 640C230 900 460 1080 720 1060C520 980 430 800 440 600C450 390 540 220 700 110Z";
  const tube = random.pick([heart, bolt, circle, moon]);
  const [one, two] = random.pick([
    [coral, teal],
    [teal, marigold],
    [rose, teal],
    [marigold, coral],
  ] as const);
  const draw = (path: string, colour: string) =>
    [
      [60, 0.1],
      [38, 0.18],
      [22, 0.5],
    ]
      .map(
        ([w, o]) =>
          `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${w}" opacity="${o}" stroke-linejoin="round"/>`,
      )
      .join("") +
    `<path d="${path}" fill="none" stroke="${mix(colour, "#ffffff", 0.75)}" stroke-width="9" stroke-linejoin="round"/>`;
  const bars = "M60 180L60 1300M1020 180L1020 1300M130 60L950 60";
  return `<rect width="1080" height="1440" fill="${url(brick)}"/>${glow(sheet, 540, 560, 700, one, 0.5)}${draw(bars, two)}${draw(tube, one)}`;
}

/** Big painted shapes on a campus wall. */
export function mural(sheet: Sheet, random: Random): string {
  const [ground, a, b, c] = random.pick([
    [teal, deepTeal, coral, marigold],
    [paper, coral, teal, marigold],
    [coral, "#c93f4a", marigold, paper],
    [marigold, coral, deepTeal, paper],
    ["#3b3172", rose, teal, marigold],
  ] as const);
  const wobble = (x: number, y: number, r: number) =>
    blob(
      Array.from(
        { length: 8 },
        (_, i) =>
          [
            x + Math.cos((i * Math.PI) / 4) * r * random.between(0.72, 1.15),
            y + Math.sin((i * Math.PI) / 4) * r * random.between(0.72, 1.15),
          ] as const,
      ),
    );
  const leaf = (x: number, y: number, angle: number, size: number, colour: string) =>
    `<g transform="translate(${round(x)} ${round(y)}) rotate(${round(angle)}) scale(${size})"><path d="M0 0C-90 -120 -80 -300 0 -420C80 -300 90 -120 0 0Z" fill="${colour}"/><path d="M0 0L0 -380M0 -110L-44 -170M0 -110L44 -170M0 -210L-44 -270M0 -210L44 -270" stroke="${ground}" stroke-width="9" fill="none"/></g>`;
  const leaves = [-66, -30, 6, 40].map((angle, i) =>
    leaf(i < 2 ? 70 : 1010, 1180, i < 2 ? angle + 50 : angle - 40, random.between(0.9, 1.4), i % 2 === 0 ? a : b),
  );
  return `<rect width="1080" height="1440" fill="${ground}"/><path d="${wobble(180, 180, 330)}" fill="${c}"/><path d="${wobble(930, 420, 300)}" fill="${b}"/>
    <path d="${wobble(140, 950, 300)}" fill="${a}"/><circle cx="540" cy="560" r="390" fill="${mix(c, ground, 0.3)}"/><path d="${wobble(960, 1220, 360)}" fill="${a}"/>${leaves.join("")}
    <rect width="1080" height="1440" fill="${url(sheet.dots(ink, 22, 3))}" opacity="0.16"/><rect width="1080" height="1440" fill="${url(
      sheet.linear([
        [0.5, ink, 0],
        [1, ink, 0.6],
      ]),
    )}"/>`;
}

/** Marigold strings, as at every door on a feast day. */
export function garlands(sheet: Sheet, random: Random): string {
  const base = random.pick([
    ["#5a1f4a", "#8f2c4f", "#c8474f"],
    [deepTeal, "#12635f", "#1b7f70"],
    ["#2b2050", "#4b2a66", "#7d3a66"],
  ]);
  const strings = Array.from({ length: 9 }, (_, i) => {
    const x = 30 + i * 127;
    const length = 5 + Math.round(Math.abs(i - 4) * 3.2 + random.between(0, 3));
    const petals = Array.from({ length }, (_unused, j) => {
      const colour = (i + Math.floor(j / 3)) % 2 === 0 ? marigold : "#ff7a2f";
      const y = 20 + j * 56;
      return `<path d="${scallops({ x, y, rx: 27, ry: 24 }, 9, 9)}" fill="${colour}"/><path d="${scallops({ x, y, rx: 13, ry: 11 }, 7, 6)}" fill="${mix(colour, "#b3371c", 0.35)}"/>`;
    });
    return `${petals.join("")}<path d="M${x - 16} ${20 + length * 56 - 28}L${x + 16} ${20 + length * 56 - 28}L${x} ${length * 56 + 44}Z" fill="#5f9a4a"/>`;
  });
  return sky(sheet, ...base) + glow(sheet, 540, 600, 620, marigold, 0.45) + strings.join("");
}

/** A rangoli behind the head. */
export function mandala(sheet: Sheet, random: Random): string {
  const [ground, a, b] = random.pick([
    ["#241a40", coral, marigold],
    [deepTeal, marigold, paper],
    ["#6b1f3f", marigold, rose],
    ["#123c46", teal, paper],
  ] as const);
  const ring = (count: number, radius: number, petal: string, colour: string) =>
    Array.from(
      { length: count },
      (_, i) =>
        `<path d="${petal}" transform="translate(540 560) rotate(${round((i * 360) / count)}) translate(0 ${-radius})" fill="${colour}"/>`,
    ).join("");
  const petal = "M0 0C-70 -40 -60 -130 0 -180C60 -130 70 -40 0 0Z";
  const small = "M0 0C-36 -20 -32 -70 0 -96C32 -70 36 -20 0 0Z";
  const dots = Array.from(
    { length: 32 },
    (_, i) =>
      `<circle cx="${round(540 + Math.cos((i * Math.PI) / 16) * 560)}" cy="${round(560 + Math.sin((i * Math.PI) / 16) * 560)}" r="14" fill="${b}"/>`,
  );
  const inner = `<circle cx="540" cy="560" r="330" fill="${mix(ground, ink, 0.3)}"/><circle cx="540" cy="560" r="330" fill="none" stroke="${b}" stroke-width="9"/>`;
  return `${sky(sheet, ground, mix(ground, ink, 0.4))}${glow(sheet, 540, 560, 760, a, 0.4)}${dots.join("")}${ring(16, 345, petal, a)}${ring(16, 360, small, mix(a, ink, 0.35))}
    ${`<g transform="rotate(11.25 540 560)">${ring(16, 430, small, b)}</g>`}${inner}`;
}
