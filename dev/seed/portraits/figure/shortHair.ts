import { mix } from "../palette";
import { mirror, type Sheet } from "../svg";
import type { Look } from "./look";
import { type Hair, mass, ringlets, scallops, strands } from "./strands";

/** Close to the skull at the sides: the barber's clipper leaves a shadow of hair. */
const SIDES = `M-172 20C-186 -60 -186 -130 -164 -176C-130 -236 -60 -248 0 -248C60 -248 130 -236 164 -176C186 -130 186 -60 172 20
  C164 -20 158 -70 140 -110C110 -150 60 -156 0 -156C-60 -156 -110 -150 -140 -110C-158 -70 -164 -20 -172 20Z`;

/** Hair that leaves the neck free. */
export const shortHair = { quiff, fade, crop, tousled, mop, topknot, buzz, pixie } satisfies Record<
  string,
  (sheet: Sheet, look: Look) => Hair
>;

function sides(look: Look, opacity: number): string {
  return `<path d="${SIDES}" fill="${mix(look.hairColour, look.skinShade, 0.3)}" opacity="${opacity}"/>`;
}

function turned(look: Look, drawing: (look: Look) => string): string {
  if (look.light.side === -1) return drawing(look);
  return `<g transform="scale(-1 1)">${drawing({ ...look, light: { ...look.light, side: -1 } })}</g>`;
}

function quiff(sheet: Sheet, look: Look): Hair {
  const top = `M-160 -92C-180 -150 -172 -216 -130 -252C-90 -318 10 -342 84 -318C150 -310 188 -250 178 -180C176 -140 166 -110 156 -88
    C150 -130 120 -150 84 -152C40 -172 -30 -176 -80 -152C-110 -146 -144 -130 -160 -92Z`;
  const lines =
    "M-110 -160C-106 -220 -60 -280 20 -300M-60 -168C-50 -220 -10 -270 60 -290M0 -176C10 -220 50 -256 104 -272M60 -166C76 -200 110 -226 146 -236";
  return { front: sides(look, 0.9) + turned(look, (lit) => mass(sheet, lit, top) + strands(lit, lines)) };
}

function fade(sheet: Sheet, look: Look): Hair {
  const top = `M-158 -96C-180 -160 -168 -226 -120 -254C-70 -290 70 -292 120 -254C168 -226 180 -160 158 -96C152 -124 140 -140 116 -146C60 -158 -60 -158 -116 -146C-140 -140 -152 -124 -158 -96Z`;
  const spots = [
    [-124, -176],
    [-76, -186],
    [-26, -184],
    [26, -190],
    [80, -184],
    [126, -172],
    [-96, -222],
    [-44, -236],
    [14, -240],
    [70, -232],
    [110, -212],
  ] as const;
  return { front: sides(look, 0.72) + mass(sheet, look, top) + ringlets(look, spots, 13) };
}

function crop(sheet: Sheet, look: Look): Hair {
  const top = `M-170 -30C-190 -110 -186 -180 -146 -230C-100 -282 -10 -292 60 -280C140 -268 190 -200 184 -120C184 -80 178 -50 170 -26
    C164 -66 158 -96 140 -122C122 -140 100 -150 82 -180C40 -150 -50 -132 -122 -130C-146 -110 -160 -70 -170 -30Z`;
  const lines =
    "M78 -190C20 -170 -60 -160 -130 -150M86 -206C20 -200 -80 -196 -146 -180M90 -222C40 -240 -50 -244 -110 -226M100 -190C130 -180 154 -150 166 -100";
  return { front: sides(look, 0.8) + turned(look, (lit) => mass(sheet, lit, top) + strands(lit, lines)) };
}

function tousled(sheet: Sheet, look: Look): Hair {
  const top = `M-174 0C-196 -80 -200 -160 -168 -214C-176 -240 -150 -252 -138 -248C-110 -290 -66 -284 -52 -290C-20 -316 20 -300 34 -298
    C70 -312 104 -288 112 -276C150 -276 166 -240 172 -222C200 -160 194 -80 174 0C168 -40 160 -76 148 -104C136 -84 128 -78 116 -74C122 -96 116 -116 108 -128
    C96 -96 76 -76 50 -66C60 -92 58 -112 50 -126C28 -92 -6 -70 -44 -64C-30 -84 -28 -106 -34 -120C-56 -90 -90 -72 -118 -72C-108 -88 -106 -104 -112 -118C-140 -84 -162 -44 -174 0Z`;
  const lines =
    "M-40 -130C-30 -180 -20 -230 10 -270M40 -136C50 -180 56 -220 66 -262M-112 -130C-110 -180 -100 -220 -76 -256M104 -140C116 -170 120 -210 118 -246";
  return { front: turned(look, (lit) => mass(sheet, lit, top) + strands(lit, lines)) };
}

function mop(sheet: Sheet, look: Look): Hair {
  const top = `${scallops({ x: 0, y: -100, rx: 186, ry: 176, from: Math.PI * 0.93, to: Math.PI * 2.07 }, 11, 30).slice(0, -1)}
    C164 -60 150 -90 132 -100C112 -70 76 -74 66 -96C40 -66 0 -72 -8 -98C-34 -70 -70 -76 -80 -102C-104 -78 -134 -86 -140 -100C-156 -90 -166 -74 -182 -60Z`;
  const spots = [
    [-150, -150],
    [-104, -130],
    [-56, -140],
    [-6, -132],
    [46, -136],
    [96, -130],
    [146, -150],
    [-120, -210],
    [-64, -200],
    [0, -196],
    [62, -204],
    [120, -210],
    [-76, -256],
    [-10, -262],
    [66, -258],
  ] as const;
  return { front: sides(look, 0.85) + mass(sheet, look, top) + ringlets(look, spots, 17) };
}

function topknot(sheet: Sheet, look: Look): Hair {
  const pulled = `M-166 -40C-182 -110 -170 -176 -130 -218C-90 -254 -40 -262 0 -262C40 -262 90 -254 130 -218C170 -176 182 -110 166 -40C156 -90 140 -130 110 -146C70 -160 30 -164 0 -164C-30 -164 -70 -160 -110 -146C-140 -130 -156 -90 -166 -40Z`;
  const knot = scallops({ x: 0, y: -286, rx: 50, ry: 40 }, 9, 10);
  const lines =
    "M0 -166C2 -200 2 -230 0 -256M-56 -160C-50 -200 -34 -230 -14 -254M56 -160C50 -200 34 -230 14 -254M-120 -136C-110 -180 -80 -220 -40 -248M120 -136C110 -180 80 -220 40 -248";
  return { back: mass(sheet, look, knot), front: sides(look, 0.6) + mass(sheet, look, pulled) + strands(look, lines) };
}

function buzz(_sheet: Sheet, look: Look): Hair {
  const cap = `M-170 0C-182 -70 -180 -130 -158 -172C-124 -226 -60 -240 0 -240C60 -240 124 -226 158 -172C180 -130 182 -70 170 0
    C164 -40 158 -90 136 -118C120 -132 100 -140 70 -142C30 -148 -30 -148 -70 -142C-100 -140 -120 -132 -136 -118C-158 -90 -164 -40 -170 0Z`;
  const shine = `<ellipse cx="${-look.light.side * 60}" cy="-190" rx="60" ry="26" fill="${mix(look.hairColour, look.skin, 0.6)}" opacity="0.5"/>`;
  return { front: `<path d="${cap}" fill="${mix(look.hairColour, look.skin, 0.22)}"/>${shine}` };
}

function pixie(sheet: Sheet, look: Look): Hair {
  const top = `M-172 60C-200 -30 -204 -130 -160 -206C-110 -282 -10 -296 60 -280C140 -266 196 -190 192 -90C194 -30 184 20 170 64C172 10 166 -40 146 -84
    C130 -110 112 -140 100 -190C60 -120 -40 -70 -146 -60C-160 -30 -168 10 -172 60Z`;
  const lines =
    "M96 -200C40 -140 -50 -104 -146 -80M96 -224C20 -190 -80 -150 -160 -110M90 -246C10 -236 -90 -210 -150 -170M112 -200C130 -150 156 -100 172 -50";
  const nape = "M-150 60C-160 130 -150 180 -130 210C-120 170 -130 100 -130 60Z";
  return {
    back: mass(sheet, look, nape) + mass(sheet, look, mirror(nape)),
    front: turned(look, (lit) => mass(sheet, lit, top) + strands(lit, lines)),
  };
}
