import { ink, mix } from "./palette";

/** How light falls on a shape: from which side, in which colours. */
export interface Light {
  /** -1: from the left, 1: from the right. */
  side: 1 | -1;
  warm: string;
  cool: string;
}

/** Depths of the printed light on one shape. */
export interface Relief {
  shade?: number;
  rim?: number;
  counter?: number;
  shadeColour?: string;
}

type Stop = readonly [offset: number, colour: string, opacity?: number];

const WIDTH = 1080;
const HEIGHT = 1440;
/** Larger than any shape: what is outside a shifted copy of the shape is its shadow. */
const EVERYWHERE = "M-2000 -2000L3000 -2000L3000 3000L-2000 3000Z";

/** Rims of light belong on the outer edges: the warm one on the lit half of a person, the cool one on the other. */
const HALVES = `<clipPath id="left"><rect x="-2000" y="-2000" width="2000" height="5000"/></clipPath>
  <clipPath id="right"><rect x="0" y="-2000" width="2000" height="5000"/></clipPath>`;

/** Collects the definitions that one picture needs. */
export class Sheet {
  readonly width = WIDTH;
  readonly height = HEIGHT;
  #definitions: string[] = [];

  clip(path: string): string {
    return this.#define((id) => `<clipPath id="${id}"><path d="${path}"/></clipPath>`);
  }

  radial(stops: readonly Stop[], at: { x?: number; y?: number; r?: number } = {}): string {
    const where = `cx="${at.x ?? 0.5}" cy="${at.y ?? 0.5}" r="${at.r ?? 0.5}"`;
    return this.#define((id) => `<radialGradient id="${id}" ${where}>${stops.map(stop).join("")}</radialGradient>`);
  }

  /** From top to bottom. */
  linear(stops: readonly Stop[], to: { x: number; y: number } = { x: 0, y: 1 }): string {
    const where = `x1="0" y1="0" x2="${to.x}" y2="${to.y}"`;
    return this.#define((id) => `<linearGradient id="${id}" ${where}>${stops.map(stop).join("")}</linearGradient>`);
  }

  /** A printer's screen of dots. */
  dots(colour: string, pitch: number, radius: number): string {
    const tile = `width="${pitch}" height="${pitch}" patternUnits="userSpaceOnUse" patternTransform="rotate(30)"`;
    const dot = `<circle cx="${pitch / 2}" cy="${pitch / 2}" r="${radius}" fill="${colour}"/>`;
    return this.#define((id) => `<pattern id="${id}" ${tile}>${dot}</pattern>`);
  }

  /** Any repeated drawing. */
  pattern(width: number, height: number, drawing: string): string {
    return this.#define(
      (id) =>
        `<pattern id="${id}" width="${width}" height="${height}" patternUnits="userSpaceOnUse">${drawing}</pattern>`,
    );
  }

  /** A filled shape with a printed shadow on the far side and thin rims of stage light. */
  lit(path: string, colour: string, light: Light, relief: Relief = {}): string {
    const shade = (relief.shade ?? 26) * light.side;
    const rim = (relief.rim ?? 9) * -light.side;
    const counter = (relief.counter ?? 6) * light.side;
    const shadow = relief.shadeColour ?? mix(colour, "#1c0d2e", 0.36);
    return `<path d="${path}" fill="${colour}"/><g clip-path="url(#${this.clip(path)})">
      ${outside(shift(path, shade, -Math.abs(shade) * 0.35), shadow)}
      ${counter === 0 ? "" : half(-light.side, outside(shift(path, counter, 3), mix(light.cool, shadow, 0.35)))}
      ${rim === 0 ? "" : half(light.side, outside(shift(path, rim, 5), light.warm))}</g>`;
  }

  /** The finished document. */
  document(content: string): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
      <defs>${HALVES}${this.#definitions.join("")}</defs><rect width="${WIDTH}" height="${HEIGHT}" fill="${ink}"/>${content}</svg>`;
  }

  #define(markup: (id: string) => string): string {
    const id = `d${this.#definitions.length}`;
    this.#definitions.push(markup(id));
    return id;
  }
}

/** A fill of something defined on the sheet. */
export function url(id: string): string {
  return `url(#${id})`;
}

/** The same path (absolute M L C Q Z only) elsewhere. */
export function shift(path: string, dx: number, dy: number): string {
  let isX = false;
  return path.replace(/-?\d+(\.\d+)?/g, (number) => {
    isX = !isX;
    return String(round(Number(number) + (isX ? dx : dy)));
  });
}

/** The same path seen in a mirror that stands at x = 0. */
export function mirror(path: string): string {
  let isX = false;
  return path.replace(/-?\d+(\.\d+)?/g, (number) => {
    isX = !isX;
    return isX ? String(-Number(number)) : number;
  });
}

/** A closed soft outline through points (Catmull-Rom). */
export function blob(points: readonly (readonly [number, number])[]): string {
  const at = (i: number) => points[(i + points.length) % points.length] ?? [0, 0];
  const curves = points.map((_, i) => {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const one = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
    const two = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
    return `C${[...one, ...two, ...to].map(round).join(" ")}`;
  });
  const [x, y] = at(0);
  return `M${round(x)} ${round(y)}${curves.join("")}Z`;
}

/** One decimal is finer than a pixel needs. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function half(side: number, drawing: string): string {
  return `<g clip-path="url(#${side < 0 ? "left" : "right"})">${drawing}</g>`;
}

function outside(path: string, colour: string): string {
  return `<path fill-rule="evenodd" d="${EVERYWHERE}${path}" fill="${colour}"/>`;
}

function stop([offset, colour, opacity]: Stop): string {
  return `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity ?? 1}"/>`;
}
