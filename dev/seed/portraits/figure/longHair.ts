import { coral, marigold, mix, paper } from "../palette";
import { mirror, round, type Sheet } from "../svg";
import type { Look } from "./look";
import { type Hair, mass, ringlets, scallops, strands } from "./strands";

const LONG = `M-128 560C-168 570 -222 540 -232 450C-200 300 -228 40 -200 -112C-176 -236 -80 -278 0 -278C80 -278 176 -236 200 -112C228 40 200 300 232 450
  C222 540 168 570 128 560C96 460 160 360 158 240C172 150 176 60 152 -24C138 -106 92 -178 4 -204C-92 -178 -138 -106 -152 -24C-176 60 -172 150 -158 240C-160 360 -96 460 -128 560Z`;
const WAVES = `M-140 540C-190 560 -236 530 -240 490C-216 440 -262 390 -238 320C-206 250 -244 200 -214 110C-222 20 -216 -60 -198 -120C-172 -240 -80 -282 4 -280C92 -280 176 -238 200 -120
  C220 -60 226 20 218 110C246 200 208 250 240 320C264 390 218 440 242 490C238 530 190 560 142 540C112 480 166 420 150 340C136 270 176 220 176 130C180 60 172 10 152 -40C130 -90 84 -140 70 -200
  C26 -150 -100 -136 -146 -40C-172 20 -178 70 -174 130C-174 220 -134 270 -148 340C-164 420 -112 480 -140 540Z`;
const SIDE_PART = `M-186 150C-208 60 -212 -44 -194 -116C-170 -236 -80 -280 4 -278C92 -278 172 -232 196 -112C212 -36 208 70 188 166
  C180 100 172 30 148 -34C128 -86 84 -140 70 -206C20 -150 -100 -130 -142 -40C-164 20 -176 90 -186 150Z`;
const PULLED = `M-178 30C-190 -40 -192 -110 -172 -160C-140 -236 -70 -262 0 -262C70 -262 140 -236 172 -160C192 -110 190 -40 178 30
  C168 -20 158 -64 138 -96C106 -140 60 -160 6 -162C-60 -160 -106 -140 -138 -96C-158 -64 -168 -20 -178 30Z`;
const PULLED_LINES = `M-20 -166C-10 -200 4 -230 14 -256M-80 -146C-70 -190 -44 -226 -16 -252M60 -150C62 -190 50 -226 36 -254M-136 -96C-132 -150 -100 -204 -60 -238M128 -104C130 -150 108 -200 78 -234`;

/** Hair that falls past the chin, or would if it were let down. */
export const longHair = { long, wavy, bun, curls, bob, braid, ponytail, gajra, flow } satisfies Record<
  string,
  (sheet: Sheet, look: Look) => Hair
>;

function long(sheet: Sheet, look: Look): Hair {
  const fall = `M-190 -60C-226 100 -226 300 -204 480C-120 520 120 520 204 480C226 300 226 100 190 -60C170 -240 -170 -240 -190 -60Z`;
  const lines = `M-10 -232C-96 -208 -158 -130 -176 -20M-4 -254C-110 -236 -184 -150 -192 -30M-188 120C-186 250 -204 360 -176 500M-172 60C-178 240 -170 360 -146 480`;
  return { back: mass(sheet, look, fall), front: mass(sheet, look, LONG) + strands(look, lines + mirror(lines)) };
}

function wavy(sheet: Sheet, look: Look): Hair {
  const fall = `M-190 -60C-230 60 -200 260 -210 420C-160 480 160 480 210 420C200 260 230 60 190 -60C170 -240 -170 -240 -190 -60Z`;
  const lines = `M60 -236C-10 -186 -130 -150 -172 -30M84 -246C150 -206 184 -110 196 0M50 -258C-60 -230 -170 -180 -192 -60`;
  const fallen =
    "M-196 120C-214 210 -176 260 -204 340C-220 400 -184 440 -196 510M-184 60C-196 200 -154 260 -174 340C-190 410 -150 460 -160 510";
  return {
    back: mass(sheet, look, fall),
    front: mass(sheet, look, WAVES) + strands(look, lines + fallen + mirror(fallen)),
  };
}

function flow(sheet: Sheet, look: Look): Hair {
  const fall = `M-186 -60C-232 40 -200 130 -224 230C-180 300 -120 300 -90 270L90 270C120 300 180 300 224 230C200 130 232 40 186 -60C170 -220 -170 -220 -186 -60Z`;
  return {
    back: mass(sheet, look, fall),
    front:
      mass(sheet, look, SIDE_PART) +
      strands(
        look,
        "M60 -240C-10 -190 -130 -150 -166 -30M80 -250C150 -210 176 -110 186 0M50 -258C-60 -230 -160 -180 -184 -60",
      ),
  };
}

function bun(sheet: Sheet, look: Look): Hair {
  const x = look.light.side * -14;
  const knot = scallops({ x, y: -306, rx: 84, ry: 72 }, 11, 14);
  const tendril = "M-172 20C-190 80 -160 120 -178 180C-168 180 -154 130 -160 90C-164 60 -158 30 -160 0Z";
  return {
    back:
      mass(sheet, look, knot) +
      strands(
        look,
        `M${x - 50} -290C${x - 30} -350 ${x + 40} -350 ${x + 50} -300M${x - 20} -286C${x - 10} -320 ${x + 20} -320 ${x + 22} -292`,
      ),
    front:
      mass(sheet, look, PULLED) +
      mass(sheet, look, tendril) +
      mass(sheet, look, mirror(tendril)) +
      strands(look, PULLED_LINES),
  };
}

function gajra(sheet: Sheet, look: Look): Hair {
  const side = look.light.side;
  const flowers = Array.from({ length: 9 }, (_, i) => {
    const angle = -2.1 + i * 0.34;
    return blossom(side * (150 + Math.cos(angle) * 92), 120 + Math.sin(angle) * 92, 21);
  });
  const knot = scallops({ x: side * 150, y: 130, rx: 78, ry: 84 }, 12, 8);
  return {
    back: mass(sheet, look, knot) + flowers.join(""),
    front: mass(sheet, look, PULLED) + strands(look, PULLED_LINES) + parting(look),
  };
}

function parting(look: Look): string {
  return `<path d="M0 -164C-2 -200 0 -230 2 -258" fill="none" stroke="${mix(look.skin, look.hairColour, 0.35)}" stroke-width="5"/>`;
}

function blossom(x: number, y: number, size: number): string {
  return `<path d="${scallops({ x, y, rx: size * 0.62, ry: size * 0.62 }, 6, size * 0.55)}" fill="${paper}"/>
    <circle cx="${round(x)}" cy="${round(y)}" r="${size * 0.26}" fill="${marigold}"/>`;
}

function curls(sheet: Sheet, look: Look): Hair {
  const cloud = scallops({ x: 0, y: -30, rx: 246, ry: 256 }, 19, 34);
  const fringe = `${scallops({ x: 0, y: -60, rx: 190, ry: 190, from: Math.PI * 0.97, to: Math.PI * 2.03 }, 9, 26).slice(0, -1)}
    C160 10 140 -60 112 -76C96 -116 60 -132 26 -122C-10 -150 -52 -136 -72 -112C-112 -110 -130 -70 -140 -50C-160 -40 -176 -20 -190 -40Z`;
  const halo = Array.from(
    { length: 15 },
    (_, i) =>
      [Math.cos(Math.PI * (0.86 + i * 0.091)) * 214, -30 + Math.sin(Math.PI * (0.86 + i * 0.091)) * 226] as const,
  );
  const low = [
    [-214, 90],
    [-190, 150],
    [214, 90],
    [190, 150],
    [-226, 30],
    [226, 30],
  ] as const;
  const top = [
    [-120, -130],
    [-70, -170],
    [0, -186],
    [66, -170],
    [120, -130],
    [-40, -216],
    [40, -220],
  ] as const;
  return {
    back: mass(sheet, look, cloud) + ringlets(look, [...halo, ...low], 17),
    front: mass(sheet, look, fringe) + ringlets(look, top, 17),
  };
}

function bob(sheet: Sheet, look: Look): Hair {
  const back = `M-196 -60C-222 60 -228 160 -196 232C-120 256 120 256 196 232C228 160 222 60 196 -60C176 -240 -176 -240 -196 -60Z`;
  const fringe = `M-150 224C-204 232 -214 200 -214 140C-222 20 -218 -60 -198 -122C-172 -236 -84 -276 0 -276C84 -276 172 -236 198 -122C218 -60 222 20 214 140
    C214 200 204 232 150 224C168 160 172 60 156 -40C120 -56 60 -64 0 -62C-60 -64 -120 -56 -156 -40C-172 60 -168 160 -150 224Z`;
  const lines =
    "M-60 -68C-64 -120 -50 -180 -20 -226M-110 -58C-116 -120 -90 -190 -50 -230M-186 180C-196 80 -190 -20 -172 -90";
  return { back: mass(sheet, look, back), front: mass(sheet, look, fringe) + strands(look, lines + mirror(lines)) };
}

function braid(sheet: Sheet, look: Look): Hair {
  const side = look.light.side;
  const links = Array.from({ length: 7 }, (_, i) => {
    const [x, y, size] = [side * (158 + i * 7), 190 + i * 54, 50 - i * 3.2];
    return `M${round(x - size)} ${y - 26}C${round(x - size * 0.9)} ${y + 18} ${round(x - size * 0.3)} ${y + 44} ${x} ${y + 46}
      C${round(x + size * 0.3)} ${y + 44} ${round(x + size * 0.9)} ${y + 18} ${round(x + size)} ${y - 26}C${round(x + size * 0.5)} ${y - 44} ${round(x - size * 0.5)} ${y - 44} ${round(x - size)} ${y - 26}Z`;
  });
  const tail = `M${side * 208 - 22} 556C${side * 208 - 40} 610 ${side * 208 - 10} 650 ${side * 208} 664C${side * 208 + 10} 650 ${side * 208 + 40} 610 ${side * 208 + 22} 556Z`;
  const tie = `<rect x="${side * 207 - 25}" y="540" width="50" height="22" rx="10" fill="${coral}"/>`;
  const drawn = links.reverse().map((link, i) => {
    const cy = 190 + (6 - i) * 54;
    const cx = side * (158 + (6 - i) * 7);
    return (
      mass(sheet, look, link, { shade: 12, rim: 6, counter: 3 }) +
      strands(
        look,
        `M${cx - 16} ${cy - 22}C${cx - 12} ${cy} ${cx - 6} ${cy + 20} ${cx} ${cy + 34}M${cx + 16} ${cy - 22}C${cx + 12} ${cy} ${cx + 6} ${cy + 20} ${cx} ${cy + 34}`,
        0.4,
        4,
      )
    );
  });
  const front = side === 1 ? SIDE_PART : mirror(SIDE_PART);
  return {
    back: mass(sheet, look, PULLED_BACK),
    locks: mass(sheet, look, tail) + drawn.join("") + tie,
    front: mass(sheet, look, front),
  };
}

const PULLED_BACK = "M-188 -60C-204 40 -190 140 -150 220L150 220C190 140 204 40 188 -60C170 -220 -170 -220 -188 -60Z";

function ponytail(sheet: Sheet, look: Look): Hair {
  const swing = `M-10 -300C80 -360 200 -320 240 -200C280 -60 240 60 290 190C300 260 260 300 236 330C240 230 190 160 196 40C200 -80 150 -200 40 -220Z`;
  const lines = "M60 -290C150 -290 200 -200 214 -80C226 40 216 120 250 240M100 -320C200 -290 240 -190 244 -60";
  const tie = `<path d="M-14 -286C6 -262 40 -248 70 -250C84 -270 76 -300 56 -312C30 -320 0 -308 -14 -286Z" fill="${look.trim}"/>`;
  const aside = look.light.side === 1 ? "scale(-1 1)" : "scale(1 1)";
  const lit = { ...look, light: { ...look.light, side: -1 as const } };
  return {
    back: `<g transform="${aside}">${mass(sheet, lit, swing)}${strands(look, lines)}${tie}</g>`,
    front: mass(sheet, look, PULLED) + strands(look, PULLED_LINES),
  };
}
