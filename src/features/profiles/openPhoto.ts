import { drawPhoto, withImage } from "./drawPhoto";
import { type Crop, firstArea, needsCrop, sentSize, type Size, unturnedArea, turnedSize, within } from "./photoShape";

/** A chosen photo, upright, and small enough for a phone to hold three of them. */
export type OpenPhoto = Size & {
  picture: Blob;
  /** Pixels of the chosen photo for each of these. */
  scale: number;
  /** The part that the card shows as long as the person chooses no other. */
  first: Crop;
  /** True if so little of the photo is left that the person should choose. */
  needsCrop: boolean;
};

/** Enough for the card at more than twice its size. */
const OPEN_MOST: Size = { width: 2_880, height: 2_880 };
/** Below this many pixels a side, a photo is blurred on a large screen. */
const FINE = 400;

/** Opens a chosen photo of any size. Null: the browser cannot read it. */
export async function openPhoto(file: Blob): Promise<OpenPhoto | null> {
  // This reads the first bytes only, whatever the number of pixels.
  const whole = await withImage(file, ({ naturalWidth, naturalHeight }) => ({
    width: naturalWidth,
    height: naturalHeight,
  })).catch(() => null);
  if (whole === null || whole.width === 0 || whole.height === 0) return null;
  const size = within(whole, OPEN_MOST);
  const picture = await drawPhoto({ source: file, area: { x: 0, y: 0, ...whole }, turns: 0, size, quality: 0.92 });
  const first = { turns: 0, area: firstArea(size) };
  return picture && { ...size, picture, scale: whole.width / size.width, first, needsCrop: needsCrop(size) };
}

/** Opens a photo of the deployment. What the browser has cached was fetched for showing alone. Null: it did not come. */
export async function fetchPhoto(url: string): Promise<OpenPhoto | null> {
  const response = await fetch(url, { cache: "reload" }).catch(() => null);
  return response?.ok ? await openPhoto(await response.blob()) : null;
}

/** The part of a photo that is sent, as a file, and whether it has so few pixels that it looks blurred. Null: the browser could not draw it. */
export async function croppedPhoto(photo: OpenPhoto, crop: Crop): Promise<{ file: Blob; isSmall: boolean } | null> {
  const { picture: source } = photo;
  const area = unturnedArea(crop, photo);
  const file = await drawPhoto({ source, area, turns: crop.turns, size: sentSize(crop.area), quality: 0.85 });
  return file && { file, isSmall: isSmall(photo, crop) };
}

export async function turnedPhoto(photo: OpenPhoto, turns: number): Promise<Blob> {
  if (turns % 4 === 0) return photo.picture;
  const { picture: source, width, height } = photo;
  const size = turnedSize(photo, turns);
  return (await drawPhoto({ source, area: { x: 0, y: 0, width, height }, turns, size, quality: 0.85 })) ?? source;
}

function isSmall({ scale }: OpenPhoto, { area }: Crop): boolean {
  return Math.min(area.width, area.height) * scale < FINE;
}
