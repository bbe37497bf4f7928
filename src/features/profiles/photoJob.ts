import type { Area, Size } from "./photoShape";

/** What is to be drawn: the part `area` of an upright picture, turned clockwise by quarters and scaled to `size`. */
export type PhotoJob = { source: Blob; area: Area; turns: number; size: Size; quality: number };

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
/** With a document, or in a worker. */
type NewCanvas<C> = (size: Size) => C;

/** The part of the picture as a bitmap, before it is turned. The browser decodes, crops and scales it in one go. */
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

/** A canvas with the picture, or the part `from` of it, turned. What was transparent is white, as at the deployment. */
export function painted<C extends HTMLCanvasElement | OffscreenCanvas>(
  newCanvas: NewCanvas<C>,
  picture: CanvasImageSource,
  from: Area,
  { turns, size }: PhotoJob,
): C {
  const canvas = newCanvas(size);
  const context = canvas.getContext("2d") as Context | null;
  if (context === null) throw new Error("The browser has no canvas left");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, size.width, size.height);
  context.imageSmoothingQuality = "high";
  context.translate(size.width / 2, size.height / 2);
  context.rotate((turns * Math.PI) / 2);
  const [width, height] = turns % 2 === 0 ? [size.width, size.height] : [size.height, size.width];
  context.drawImage(picture, from.x, from.y, from.width, from.height, -width / 2, -height / 2, width, height);
  return canvas;
}

function rounded({ x, y, width, height }: Area): Area {
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
}
