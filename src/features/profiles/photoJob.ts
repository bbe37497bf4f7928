import type { Area, Size } from "./photoShape";

/** A drawing job: the part `area` of an upright picture, turned clockwise by `turns` quarters and scaled to `size`. `quality`: 0 to 1. */
export type PhotoJob = { source: Blob; area: Area; turns: number; size: Size; quality: number };

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
/** Differs between the page and a worker. */
type NewCanvas<C> = (size: Size) => C;

/** Returns the part of the picture as a bitmap, before turning. The browser decodes, crops and scales it in one step. */
export async function bitmapOf({ source, area, turns, size }: PhotoJob): Promise<ImageBitmap> {
  const resized = turns % 2 === 0 ? size : { width: size.height, height: size.width };
  const { x, y, width, height } = rounded(area);
  return await createImageBitmap(source, x, y, width, height, {
    imageOrientation: "from-image",
    resizeWidth: resized.width,
    resizeHeight: resized.height,
    resizeQuality: "high",
  });
}

/** Returns a canvas with the part `area` of the picture, turned. Transparent pixels become white, as in the deployment. */
export function paint<C extends HTMLCanvasElement | OffscreenCanvas>(
  newCanvas: NewCanvas<C>,
  picture: CanvasImageSource,
  area: Area,
  { turns, size }: PhotoJob,
): C {
  const canvas = newCanvas(size);
  const context = canvas.getContext("2d") as Context | null;
  if (context === null) throw new Error("The browser cannot create a canvas");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, size.width, size.height);
  context.imageSmoothingQuality = "high";
  context.translate(size.width / 2, size.height / 2);
  context.rotate((turns * Math.PI) / 2);
  const [width, height] = turns % 2 === 0 ? [size.width, size.height] : [size.height, size.width];
  context.drawImage(picture, area.x, area.y, area.width, area.height, -width / 2, -height / 2, width, height);
  return canvas;
}

function rounded({ x, y, width, height }: Area): Area {
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
}
