import { mix } from "../palette";
import { mirror, shift, url, type Sheet } from "../svg";
import { necklines, torso } from "./body";
import { festive } from "./festiveClothes";
import type { Clothes, Look } from "./look";
import { print } from "./prints";
import { dark, seam } from "./sewing";

/** What the person wears, over the bare neck. */
export function drawClothes(sheet: Sheet, look: Look): string {
  const wardrobe: Record<Clothes, (sheet: Sheet, look: Look) => string> = {
    tee,
    hoodie,
    denim,
    shirt,
    bomber,
    dress,
    ...festive,
  };
  return wardrobe[look.clothes](sheet, look);
}

function arms(look: Look): string {
  const s = look.gender === "female" ? 236 : 286;
  return seam(
    dark(look.cloth),
    `M${s} 560C${s + 6} 660 ${s - 4} 760 ${s + 4} 900M${-s} 560C${-s - 6} 660 ${-s + 4} 760 ${-s - 4} 900`,
    7,
  );
}

function tee(sheet: Sheet, look: Look): string {
  const body = torso(look, necklines.crew);
  const collar = "M104 286C84 352 -84 352 -104 286L-122 292C-100 384 100 384 122 292Z";
  return `${sheet.lit(body, look.cloth, look.light, { shade: 60 })}${print(sheet, look)}
    <path d="${collar}" fill="${look.trim}"/>${arms(look)}`;
}

function hoodie(sheet: Sheet, look: Look): string {
  const body = torso(look, "C80 380 -80 380 -104 286", 16);
  const hood =
    "M-96 216C-190 240 -226 310 -176 380C-110 420 -50 440 0 456C50 440 110 420 176 380C226 310 190 240 96 216C130 280 80 350 0 372C-80 350 -130 280 -96 216Z";
  const strings = `${seam(look.trim, "M-44 430C-50 500 -42 560 -48 622", 9)}${seam(look.trim, "M44 430C52 490 44 540 50 596", 9)}`;
  const tips = `<rect x="-54" y="612" width="13" height="30" rx="5" fill="${dark(look.trim)}"/><rect x="44" y="586" width="13" height="30" rx="5" fill="${dark(look.trim)}"/>`;
  return `${sheet.lit(body, look.cloth, look.light, { shade: 60 })}${arms(look)}${print(sheet, look, 90)}
    ${sheet.lit(hood, mix(look.cloth, "#ffffff", 0.06), look.light, { shade: 34 })}
    ${seam(dark(look.cloth), "M-150 384C-100 410 -50 428 0 440C50 428 100 410 150 384", 4, "2 12")}${strings}${tips}`;
}

function denim(sheet: Sheet, look: Look): string {
  const blue = look.random.pick(["#3f6390", "#2c4a75", "#5a83ab"]);
  const inner = sheet.lit(torso(look, necklines.crew), look.cloth, look.light, { shade: 40, rim: 0 });
  const half =
    "M104 282C170 316 260 326 330 376C394 410 412 540 436 1000L70 1000C96 800 110 600 96 440C90 380 96 330 104 282Z";
  const lapel = "M100 270C150 290 200 300 232 330C220 380 190 420 150 452C120 400 100 340 92 296Z";
  const stitch = mix(blue, "#f2c36b", 0.65);
  const details = (d: (path: string) => string) =>
    seam(stitch, d("M116 470C130 600 116 800 92 1000M150 600L290 590L286 740C240 770 200 770 160 744Z"), 4, "12 8") +
    seam(dark(blue), d("M150 600L290 590M288 420C300 560 290 760 300 980"), 6);
  const button = (x: number, y: number) =>
    `<circle cx="${x}" cy="${y}" r="9" fill="#e8b765"/><circle cx="${x}" cy="${y}" r="4" fill="#8f6128"/>`;
  return `${inner}${[half, mirror(half)].map((path) => sheet.lit(path, blue, look.light, { shade: 40 })).join("")}
    ${[lapel, mirror(lapel)].map((path) => sheet.lit(path, mix(blue, "#ffffff", 0.1), look.light, { shade: 14, rim: 6, counter: 4 })).join("")}
    ${details((path) => path)}${details(mirror)}${button(-112, 520)}${button(-112, 660)}${button(-104, 800)}`;
}

function shirt(sheet: Sheet, look: Look): string {
  const body = torso(look, necklines.deep);
  const collar = "M104 262C120 290 132 320 130 350C100 390 70 420 36 446C24 420 14 440 0 462C20 400 70 350 84 300Z";
  const leaf = "M0 0C14 -26 44 -26 60 0C44 24 14 24 0 0Z";
  const dot = mix(look.cloth, look.trim, 0.75);
  const motif = `<path d="${shift(leaf, 14, 40)}" fill="${dot}"/><path d="${shift(leaf, 74, 116)}" fill="${dot}"/><circle cx="104" cy="34" r="9" fill="${dot}"/><circle cx="34" cy="104" r="9" fill="${dot}"/>`;
  const pattern = sheet.pattern(140, 150, motif);
  return `${sheet.lit(body, look.cloth, look.light, { shade: 60 })}<path d="${body}" fill="${url(pattern)}" opacity="0.8"/>
    ${arms(look)}${seam(dark(look.cloth), "M6 462C10 640 6 820 8 1000", 6)}
    ${[collar, mirror(collar)].map((path) => sheet.lit(path, mix(look.cloth, "#ffffff", 0.16), look.light, { shade: 12, rim: 6, counter: 4 })).join("")}
    ${[540, 660, 780].map((y) => `<circle cx="-14" cy="${y}" r="8" fill="${look.trim}"/>`).join("")}`;
}

function bomber(sheet: Sheet, look: Look): string {
  const inner = sheet.lit(torso(look, necklines.crew), look.trim, look.light, { shade: 40, rim: 0 });
  const half =
    "M108 268C170 304 270 320 340 376C402 410 424 540 446 1000L26 1000C60 800 84 600 80 450C84 380 96 320 108 268Z";
  const rib = "M104 262C124 278 138 296 142 320C126 370 104 410 78 460C74 400 84 330 92 290Z";
  const stripes = seam(look.trim, "M128 306C116 350 100 390 82 430", 9);
  return `${inner}${[half, mirror(half)].map((path) => sheet.lit(path, look.cloth, look.light, { shade: 44 })).join("")}
    ${[rib, mirror(rib)].map((path) => sheet.lit(path, dark(look.cloth, 0.5), look.light, { shade: 8, rim: 5, counter: 0 })).join("")}
    ${stripes}<g transform="scale(-1 1)">${stripes}</g>${seam(mix(look.trim, "#c9c2d6", 0.5), "M78 466C82 620 62 800 30 1000", 7, "4 8")}
    ${seam(dark(look.cloth), "M300 560C306 660 296 780 306 980M-300 560C-306 660 -296 780 -306 980M170 640L220 760M-170 640L-220 760", 7)}`;
}

function dress(sheet: Sheet, look: Look): string {
  const body =
    "M-150 336C-172 400 -190 440 -212 480C-236 560 -230 700 -220 1000L220 1000C230 700 236 560 212 480C190 440 172 400 150 336L112 322C110 400 84 470 0 486C-84 470 -110 400 -112 322Z";
  const arm = "M292 350C334 400 352 540 372 1000L236 1000C244 800 240 640 214 480C190 440 172 400 150 330Z";
  const spot = sheet.pattern(
    64,
    64,
    `<circle cx="16" cy="16" r="8" fill="${look.trim}"/><circle cx="48" cy="48" r="8" fill="${look.trim}"/>`,
  );
  return `${[arm, mirror(arm)].map((path) => sheet.lit(path, look.skin, look.light, { shade: 26, shadeColour: look.skinShade })).join("")}
    ${sheet.lit(body, look.cloth, look.light, { shade: 44 })}<path d="${body}" fill="${url(spot)}" opacity="0.75"/>
    ${seam(dark(look.cloth), "M-112 326C-108 402 -84 472 0 488C84 472 108 402 112 326", 7)}`;
}
