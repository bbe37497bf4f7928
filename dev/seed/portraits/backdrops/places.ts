import { coral, deepTeal, ink, marigold, mix, night, paper, plum, rose, teal } from "../palette";
import type { Random } from "../random";
import { round, url, type Sheet } from "../svg";
import { glow, sky } from "./lights";

/** The last warm hour over the hills. */
export function sunset(sheet: Sheet, random: Random): string {
  const hills = (y: number, colour: string) =>
    `<path d="M0 ${y}C160 ${y - random.between(60, 140)} 300 ${y + 30} 480 ${y - 50}C660 ${y - random.between(80, 150)} 820 ${y + 20} 1080 ${y - random.between(40, 120)}L1080 1440L0 1440Z" fill="${colour}"/>`;
  const x = random.pick([300, 540, 780]);
  const bands = [0, 1, 2, 3, 4].map(
    (i) => `<rect x="0" y="${700 + i * 58}" width="1080" height="${10 + i * 7}" fill="#d2484f"/>`,
  );
  const disc = sheet.clip(
    `M${x - 400} 560C${x - 400} 340 ${x - 220} 160 ${x} 160C${x + 220} 160 ${x + 400} 340 ${x + 400} 560C${x + 400} 780 ${x + 220} 960 ${x} 960C${x - 220} 960 ${x - 400} 780 ${x - 400} 560Z`,
  );
  const sun = `<g clip-path="${url(disc)}"><rect width="1080" height="1440" fill="${url(
    sheet.linear([
      [0.1, "#ffd36b"],
      [0.62, coral],
    ]),
  )}"/>${bands.join("")}</g>`;
  return `${sky(sheet, "#3a2150", "#b23c5a", "#ff8a4f")}${sun}${hills(960, "#7a2c52")}${hills(1060, "#4d2147")}${hills(1180, plum)}${palm(random.pick([70, 1000]))}`;
}

function palm(x: number): string {
  const lean = x < 540 ? 1 : -1;
  const frond = (dx: number, dy: number, bend: number) =>
    `<path d="M${x + lean * 60} 300C${x + lean * 60 + dx * 0.5} ${300 + dy - bend} ${x + lean * 60 + dx} ${300 + dy - bend * 0.2} ${x + lean * 60 + dx * 1.25} ${300 + dy + bend}C${x + lean * 60 + dx * 0.8} ${300 + dy + bend * 0.1} ${x + lean * 60 + dx * 0.4} ${300 + dy * 0.6 - bend * 0.1} ${x + lean * 60} 316Z" fill="#2c1636"/>`;
  return `<path d="M${x - 18} 1440C${x - 10} 1000 ${x + lean * 20} 620 ${x + lean * 54} 300L${x + lean * 70} 300C${x + lean * 46} 640 ${x + 26} 1000 ${x + 34} 1440Z" fill="#2c1636"/>
    ${frond(170, -40, 80)}${frond(-170, -40, 80)}${frond(120, -130, 60)}${frond(-120, -130, 60)}${frond(190, 50, 60)}${frond(-190, 50, 60)}`;
}

/** The big wheel at night. */
export function fair(sheet: Sheet, random: Random): string {
  const [x, y, r] = [random.pick([250, 830]), 500, 410];
  const turn = random.between(0, 0.5);
  const rim = random.pick([coral, teal, marigold]);
  const spokes = Array.from({ length: 14 }, (_, i) => {
    const a = turn + (i * Math.PI * 2) / 14;
    const [px, py] = [round(x + Math.cos(a) * r), round(y + Math.sin(a) * r)];
    const colour = [coral, marigold, teal, paper][i % 4] ?? paper;
    return `<path d="M${x} ${y}L${px} ${py}" stroke="${mix(rim, night, 0.35)}" stroke-width="7"/>${glow(sheet, px, py, 90, colour, 0.6)}<path d="M${px - 36} ${py + 8}L${px + 36} ${py + 8}L${px + 26} ${py + 58}L${px - 26} ${py + 58}Z" fill="${colour}"/><circle cx="${px}" cy="${py}" r="15" fill="#fff6e0"/>`;
  });
  const ring = (radius: number, width: number) =>
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${rim}" stroke-width="${width}"/>`;
  const tents = [0, 1, 2, 3].map((i) => tent(i * 300 - 20, random.pick([coral, teal, rose])));
  return `${sky(sheet, "#141128", "#252052", "#7a3560")}${stars(random)}${glow(sheet, x, y, 640, rim, 0.3)}
    <path d="M${x} ${y}L${x - 200} 1300M${x} ${y}L${x + 200} 1300" stroke="#3a2a55" stroke-width="26"/>${ring(r, 13)}${ring(r * 0.84, 6)}${ring(66, 18)}${spokes.join("")}${tents.join("")}`;
}

function tent(x: number, colour: string): string {
  const stripes = [0, 1, 2, 3, 4, 5].map(
    (i) =>
      `<path d="M${x + 130} 1060L${x + i * 44} 1220L${x + (i + 1) * 44} 1220Z" fill="${i % 2 === 0 ? colour : paper}"/>`,
  );
  return `${stripes.join("")}<rect x="${x + 14}" y="1220" width="236" height="220" fill="${mix(colour, ink, 0.55)}"/>`;
}

function stars(random: Random): string {
  return Array.from(
    { length: 50 },
    () =>
      `<circle cx="${round(random.between(0, 1080))}" cy="${round(random.between(0, 800))}" r="${round(random.between(1.5, 4))}" fill="${paper}" opacity="0.7"/>`,
  ).join("");
}

/** Poster rays from behind the head. */
export function sunrays(sheet: Sheet, random: Random): string {
  const [one, two] = random.pick([
    [coral, "#e84a45"],
    [deepTeal, "#0f5c66"],
    [marigold, "#f79a2e"],
    [plum, "#4d2a5c"],
    ["#e9d6b4", paper],
  ] as const);
  const rays = Array.from({ length: 20 }, (_, i) => {
    const a = (i * Math.PI * 2) / 20;
    const b = a + Math.PI / 20;
    return `<path d="M540 560L${round(540 + Math.cos(a) * 1300)} ${round(560 + Math.sin(a) * 1300)}L${round(540 + Math.cos(b) * 1300)} ${round(560 + Math.sin(b) * 1300)}Z" fill="${two}"/>`;
  });
  const dots = sheet.dots(mix(two, ink, 0.35), 26, 7);
  const fade = sheet.linear([
    [0, ink, 0],
    [0.55, ink, 0],
    [1, ink, 0.75],
  ]);
  const halo = random.pick(
    [teal, marigold, coral, paper].filter((colour) => colour !== one && !(one === "#e9d6b4" && colour === paper)),
  );
  return `<rect width="1080" height="1440" fill="${one}"/>${rays.join("")}<circle cx="540" cy="540" r="420" fill="${halo}"/><circle cx="540" cy="540" r="420" fill="${url(dots)}" opacity="0.35"/>
    <circle cx="540" cy="540" r="452" fill="none" stroke="${halo}" stroke-width="10"/><rect width="1080" height="1440" fill="${url(fade)}"/>`;
}
