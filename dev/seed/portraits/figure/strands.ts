import { mix } from "../palette";
import { round, type Sheet } from "../svg";
import type { Look } from "./look";

/** Hair in layers: behind the body, over the shoulders, around the face. */
export interface Hair {
  back?: string;
  locks?: string;
  front: string;
}

/** A mass of hair, lit from the stage. */
export function mass(sheet: Sheet, look: Look, path: string, relief = { shade: 30, rim: 10, counter: 7 }): string {
  return sheet.lit(path, look.hairColour, look.light, {
    ...relief,
    shadeColour: mix(look.hairColour, "#0c0818", 0.55),
  });
}

/** Lines that say which way hair falls. */
export function strands(look: Look, path: string, opacity = 0.5, width = 5): string {
  const colour = mix(look.hairColour, look.light.warm, 0.34);
  return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" opacity="${opacity}"/>`;
}

/** An outline of bumps around an ellipse: curls, clouds, flowers. */
export function scallops(
  at: { x: number; y: number; rx: number; ry: number; from?: number; to?: number },
  count: number,
  bump: number,
): string {
  const { x, y, rx, ry, from = 0, to = Math.PI * 2 } = at;
  const point = (i: number, grow: number) => {
    const angle = from + ((to - from) * i) / count;
    return `${round(x + Math.cos(angle) * (rx + grow))} ${round(y + Math.sin(angle) * (ry + grow))}`;
  };
  const arcs = Array.from(
    { length: count },
    (_, i) => `C${point(i - 0.1, bump)} ${point(i + 1.1, bump)} ${point(i + 1, 0)}`,
  );
  return `M${point(0, 0)}${arcs.join("")}Z`;
}

/** Small ringlets strewn over a mass of curls. */
export function ringlets(look: Look, spots: readonly (readonly [number, number])[], size: number): string {
  const paths = spots.map(([x, y]) => {
    const [dx, dy] = [look.random.between(-6, 6), look.random.between(-6, 6)];
    const [cx, cy] = [x + dx, y + dy];
    return `M${round(cx - size)} ${round(cy)}C${round(cx - size)} ${round(cy - size * 1.2)} ${round(cx + size)} ${round(cy - size * 1.2)}
      ${round(cx + size)} ${round(cy)}C${round(cx + size)} ${round(cy + size * 0.8)} ${round(cx - size * 0.2)} ${round(cy + size * 0.8)} ${round(cx)} ${round(cy)}`;
  });
  return strands(look, paths.join(""), 0.55, 4.5);
}
