import { marigold, mix, paper } from "../palette";
import { mirror, round, url, type Sheet } from "../svg";
import { necklines, torso } from "./body";
import type { Look } from "./look";
import { dark, seam } from "./sewing";

const GOLD = "#e9b04a";

/** Kurta, Nehru jacket, saree and the rest of what one puts on for the big night. */
export const festive = { kurta, nehru, saree, kurti, lehenga } satisfies Record<
  string,
  (sheet: Sheet, look: Look) => string
>;

function kurta(sheet: Sheet, look: Look): string {
  const body = torso(look, "C90 330 50 350 16 366L14 480L-14 480L-16 366C-50 350 -90 330 -104 286");
  const band = "M106 252C116 272 120 296 114 312C84 340 50 356 20 372L16 336C50 322 80 300 92 268Z";
  const placket = "M-34 366L34 366L34 640C20 660 -20 660 -34 640Z";
  return `${sheet.lit(body, look.cloth, look.light, { shade: 60 })}${folds(look)}
    <path d="${placket}" fill="${mix(look.cloth, "#ffffff", 0.1)}"/>${seam(look.trim, "M-34 380L-34 640C-20 660 20 660 34 640L34 380", 6)}
    ${seam(look.trim, "M-22 640L-22 400M22 640L22 400", 3, "2 9")}
    ${[band, mirror(band)].map((path) => sheet.lit(path, mix(look.cloth, "#ffffff", 0.12), look.light, { shade: 8, rim: 6, counter: 0 }) + `<path d="${path}" fill="none" stroke="${look.trim}" stroke-width="4"/>`).join("")}
    ${[430, 510, 590].map((y) => `<circle cx="0" cy="${y}" r="9" fill="${look.trim}"/>`).join("")}`;
}

function folds(look: Look): string {
  const lines = "M250 420C230 520 240 620 220 720M284 560C292 680 280 820 292 980M180 460C190 560 170 660 180 800";
  return seam(dark(look.cloth, 0.24), lines, 6) + seam(dark(look.cloth, 0.24), mirror(lines), 6);
}

function nehru(sheet: Sheet, look: Look): string {
  const shirt = mix(paper, look.cloth, 0.12);
  const sleeves = sheet.lit(torso(look, necklines.closed), shirt, look.light, { shade: 50 });
  const half =
    "M100 262C170 310 240 322 292 352C276 440 270 540 280 640C290 780 284 900 286 1000L4 1000L4 372C50 350 92 310 100 262Z";
  const band = "M100 240C114 262 118 290 112 310C84 344 46 366 6 382L4 342C46 330 80 300 92 258Z";
  const weave = sheet.pattern(
    46,
    46,
    `<path d="M23 8L38 23L23 38L8 23Z" fill="none" stroke="${mix(look.cloth, GOLD, 0.5)}" stroke-width="3"/>`,
  );
  const sides = [half, mirror(half)].map(
    (path) =>
      `${sheet.lit(path, look.cloth, look.light, { shade: 36 })}<path d="${path}" fill="${url(weave)}" opacity="0.6"/>`,
  );
  return `${sleeves}${sides.join("")}${[band, mirror(band)].map((path) => sheet.lit(path, look.cloth, look.light, { shade: 8, rim: 6, counter: 0 })).join("")}
    ${seam(dark(look.cloth), "M4 384L4 1000", 6)}${[440, 540, 640, 740].map((y) => `<circle cx="-18" cy="${y}" r="11" fill="${GOLD}"/>`).join("")}
    <path d="M150 560L240 548L236 592L154 602Z" fill="${dark(look.cloth, 0.2)}"/><path d="M160 556L206 500L232 550Z" fill="${look.trim}"/>`;
}

function saree(sheet: Sheet, look: Look): string {
  const side = look.light.side;
  const blouse = torso(look, necklines.scoop);
  const pallu =
    "M96 296C160 300 250 326 300 372C290 480 220 640 60 800C-60 900 -160 960 -230 1010L-420 1010C-400 900 -380 820 -352 760C-200 700 -20 560 60 420C84 380 90 340 96 296Z";
  const inner =
    "M96 300C92 350 84 390 62 430C-20 570 -200 706 -352 768L-360 800C-190 740 0 600 92 440C112 400 122 350 126 304Z";
  const pleats = "M150 316C130 440 20 620 -240 800M200 330C190 470 90 660 -180 860M250 350C250 500 150 700 -120 920";
  const zari = sheet.pattern(36, 36, `<circle cx="18" cy="18" r="4" fill="${GOLD}"/>`);
  return `${sheet.lit(blouse, look.trim === paper ? marigold : look.trim, look.light, { shade: 50 })}
    <g transform="scale(${side} 1)">${sheet.lit(pallu, look.cloth, { ...look.light, side: 1 }, { shade: 34 })}
    <path d="${pallu}" fill="${url(zari)}" opacity="0.55"/>${seam(dark(look.cloth, 0.28), pleats, 6)}
    <path d="${inner}" fill="${GOLD}"/>${seam(dark(GOLD, 0.4), "M110 304C106 360 98 396 76 436C-6 582 -194 722 -356 784", 4, "3 14")}</g>${necklace(look)}`;
}

function necklace(look: Look): string {
  const beads = Array.from({ length: 13 }, (_, i) => {
    const angle = Math.PI * (0.08 + (i * 0.84) / 12);
    return `<circle cx="${round(Math.cos(angle) * 92)}" cy="${round(276 + Math.sin(angle) * 78)}" r="${i === 6 ? 14 : 8}" fill="${i % 2 === 0 ? GOLD : mix(GOLD, look.cloth, 0.7)}"/>`;
  });
  return beads.join("");
}

function kurti(sheet: Sheet, look: Look): string {
  const body = torso(look, necklines.deep);
  const yoke =
    "M104 286C70 360 30 430 0 450C-30 430 -70 360 -104 286L-146 304C-110 420 -50 520 0 546C50 520 110 420 146 304Z";
  const mirrors = Array.from({ length: 9 }, (_, i) => {
    const t = (i - 4) / 4;
    return `<circle cx="${round(t * 112)}" cy="${round(490 - t * t * 160)}" r="9" fill="${paper}" stroke="${GOLD}" stroke-width="4"/>`;
  });
  const buti = sheet.pattern(
    84,
    84,
    `<path d="M42 26C54 38 54 50 42 60C30 50 30 38 42 26Z" fill="${look.trim}"/><circle cx="0" cy="0" r="5" fill="${look.trim}"/><circle cx="84" cy="84" r="5" fill="${look.trim}"/>`,
  );
  return `${sheet.lit(body, look.cloth, look.light, { shade: 54 })}<path d="${body}" fill="${url(buti)}" opacity="0.5"/>
    ${sheet.lit(yoke, look.trim, look.light, { shade: 14, rim: 0, counter: 0 })}${mirrors.join("")}
    ${seam(GOLD, "M-146 304C-110 420 -50 520 0 546C50 520 110 420 146 304", 6)}`;
}

function lehenga(sheet: Sheet, look: Look): string {
  const side = look.light.side;
  const choli = torso(look, necklines.square);
  const dupatta =
    "M100 280C170 300 260 322 318 380C380 420 392 560 410 1010L180 1010C200 800 190 560 150 440C130 380 110 330 100 280Z";
  const dots = sheet.pattern(50, 50, `<circle cx="25" cy="25" r="7" fill="none" stroke="${paper}" stroke-width="4"/>`);
  return `${sheet.lit(choli, look.cloth, look.light, { shade: 50 })}
    ${seam(GOLD, "M104 290C100 340 96 380 92 410C40 424 -40 424 -92 410C-96 380 -100 340 -104 290", 13)}${necklace(look)}
    <g transform="scale(${side} 1)">${sheet.lit(dupatta, look.trim, { ...look.light, side: 1 }, { shade: 30 })}
    <path d="${dupatta}" fill="${url(dots)}" opacity="0.55"/>${seam(GOLD, "M100 284C110 330 130 380 150 440C190 560 200 800 180 1010", 12)}</g>`;
}
