import { marigold, mix } from "../palette";
import { mirror, url, type Sheet } from "../svg";
import type { Look } from "./look";
import type { Hair } from "./strands";

/** Worn instead of showing one's hair. */
export const headwear = { turban, hijab } satisfies Record<string, (sheet: Sheet, look: Look) => Hair>;

function turban(sheet: Sheet, look: Look): Hair {
  const cloth = look.trim;
  const wrap = `M-190 -14C-232 -110 -216 -240 -120 -306C-60 -344 60 -344 120 -306C216 -240 232 -110 190 -14C160 -60 96 -108 0 -172C-96 -108 -160 -60 -190 -14Z`;
  const inner = "M-80 -116C-40 -140 -20 -152 0 -172C20 -152 40 -140 80 -116C40 -138 -40 -138 -80 -116Z";
  const folds =
    "M-2 -172C-90 -150 -170 -90 -200 -40M-8 -196C-100 -190 -180 -140 -212 -80M-6 -224C-90 -230 -170 -200 -206 -140M10 -252C-60 -276 -130 -264 -176 -222";
  const crease = `fill="none" stroke="${mix(cloth, "#1c0d2e", 0.42)}" stroke-width="6" stroke-linecap="round"`;
  const glint = `fill="none" stroke="${mix(cloth, "#ffffff", 0.4)}" stroke-width="4" stroke-linecap="round" opacity="0.7"`;
  const cross =
    "M-160 -270C-60 -240 20 -200 200 -60M-100 -318C0 -280 110 -220 214 -120M0 -332C80 -310 160 -250 206 -180";
  return {
    front: `<path d="${inner}" fill="${mix(cloth, "#12101c", 0.6)}"/>${sheet.lit(wrap, cloth, look.light, { shade: 46, rim: 10, counter: 8 })}
      <g clip-path="${url(sheet.clip(wrap))}"><path d="${folds}" ${crease}/><path d="${cross}" ${crease}/><path d="${cross}" transform="translate(-3 7)" ${glint}/></g>`,
  };
}

function hijab(sheet: Sheet, look: Look): Hair {
  const cloth = look.trim;
  const face = "M0 -142C92 -142 144 -92 146 -4C148 90 100 196 0 226C-100 196 -148 90 -146 -4C-144 -92 -92 -142 0 -142Z";
  const hood =
    "M0 -274C130 -274 206 -180 206 -40C206 90 216 180 250 270C300 330 330 400 336 470C180 560 -180 560 -336 470C-330 400 -300 330 -250 270C-216 180 -206 90 -206 -40C-206 -180 -130 -274 0 -274Z";
  const drape = "M-190 150C-120 260 60 300 200 250C260 330 280 420 250 500C100 520 -120 420 -220 260Z";
  const folds = "M-176 170C-100 290 80 330 214 300M-190 220C-110 340 60 400 220 380M-150 300C-60 400 80 460 210 450";
  const crease = `fill="none" stroke="${mix(cloth, "#1c0d2e", 0.36)}" stroke-width="5" stroke-linecap="round"`;
  const seen = `M-2000 -2000L2000 -2000L2000 2000L-2000 2000Z${face}`;
  const pin = `<circle cx="166" cy="190" r="11" fill="${marigold}"/>`;
  const aside = look.light.side === 1 ? "scale(-1 1)" : "scale(1 1)";
  const lit = { ...look.light, side: -1 as const };
  return {
    front: `<g transform="${aside}"><clipPath id="face-opening"><path clip-rule="evenodd" d="${seen}"/></clipPath><g clip-path="url(#face-opening)">
      ${sheet.lit(hood, cloth, lit, { shade: 40, rim: 10, counter: 8 })}
      <path d="${face}" fill="none" stroke="${mix(cloth, "#1c0d2e", 0.45)}" stroke-width="22"/></g>
      ${sheet.lit(drape, mix(cloth, "#ffffff", 0.08), lit, { shade: 26, rim: 8, counter: 5 })}
      <path d="${folds}" ${crease}/><path d="${mirror("M190 -60C200 -120 170 -200 110 -240M178 20C186 -60 172 -130 140 -180")}" ${crease}/>${pin}</g>`,
  };
}
