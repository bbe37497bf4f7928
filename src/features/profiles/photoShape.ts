import { limits } from "../../../convex/shared/limits";

/** In pixels. */
export type Size = { width: number; height: number };
export type Area = Size & { x: number; y: number };

/** The visible part of a photo: its clockwise quarter turns, and the area of the turned photo. */
export type Crop = { turns: number; area: Area };

/** Width divided by height of a card. */
export const cardShape = 7 / 10;

/** If the card shows a smaller share of the photo, the person chooses the part. */
const MIN_VISIBLE_SHARE = 0.85;

export function turnedSize({ width, height }: Size, turns: number): Size {
  return turns % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** Returns the largest part in the card's shape. It is the centre of a wide photo. In a tall photo it is near the top, where faces are. */
export function initialArea(photo: Size): Area {
  const width = Math.min(photo.width, photo.height * cardShape);
  const height = Math.min(photo.height, photo.width / cardShape);
  return { x: (photo.width - width) / 2, y: (photo.height - height) / 3, width, height };
}

export function needsCrop(photo: Size): boolean {
  const { width, height } = initialArea(photo);
  return width * height < MIN_VISIBLE_SHARE * photo.width * photo.height;
}

/** Returns a part of the turned photo in the coordinates of the original. */
export function unturnedArea({ turns, area }: Crop, photo: Size): Area {
  const { x, y, width, height } = area;
  switch (turns % 4) {
    case 1:
      return { x: y, y: photo.height - x - width, width: height, height: width };
    case 2:
      return { x: photo.width - x - width, y: photo.height - y - height, width, height };
    case 3:
      return { x: photo.width - y - height, y: x, width: height, height: width };
    default:
      return area;
  }
}

/** Returns the size to send: at most the stored size, never enlarged. */
export function sentSize(area: Size): Size {
  return within(area, { width: limits.photoWidthMax, height: limits.photoHeightMax });
}

export function within({ width, height }: Size, max: Size): Size {
  const scale = Math.min(1, max.width / width, max.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
