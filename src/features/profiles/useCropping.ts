import { useEffect, useRef, useState } from "react";
import type { Area, Point } from "react-easy-crop";
import { turnedPhoto, type OpenPhoto } from "./openPhoto";
import { type Crop, firstArea, turnedSize } from "./photoShape";

/** How far a photo is enlarged over the card, at most, and by one press of a key. */
export const ZOOM = { most: 4, step: 0.15 } as const;

/** A photo turned so often, as it is shown. */
type Turned = { turns: number; url: string };

/** Which part of a photo the person has chosen so far. `result` is null until the photo is drawn. */
export function useCropping(photo: OpenPhoto, start: Crop) {
  const [turns, setTurns] = useState(start.turns);
  const [point, setPoint] = useState<Point>({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [result, setResult] = useState<Crop | null>(null);
  const shown = useTurned(photo, turns);
  const isTurned = shown?.turns === turns;
  const zoomTo = (to: number) => setZoom(Math.min(ZOOM.most, Math.max(1, to)));

  return {
    shown,
    point,
    zoom,
    isTurned,
    result: result?.turns === turns ? result : null,
    /** Where the photo is shown first: as it was cropped before, or at its upper third. */
    first: shown?.turns === start.turns ? start.area : firstArea(turnedSize(photo, shown?.turns ?? 0)),
    setPoint,
    setZoom: zoomTo,
    larger: () => zoomTo(zoom + ZOOM.step),
    smaller: () => zoomTo(zoom - ZOOM.step),
    turn: () => setTurns((before) => (before + 1) % 4),
    setArea: (area: Area) => shown !== null && isTurned && setResult({ turns, area }),
  };
}

export type Cropping = ReturnType<typeof useCropping>;

/** The photo as it is turned; the one before until that is drawn. One is drawn at a time: of several turns in a row, the last. */
function useTurned(photo: OpenPhoto, turns: number): Turned | null {
  const [shown, setShown] = useState<Turned | null>(null);
  const drawing = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    let url: string | null = null;
    let isOver = false;
    drawing.current = drawing.current.then(async () => {
      const picture = isOver ? null : await turnedPhoto(photo, turns);
      if (picture === null || isOver) return;
      url = URL.createObjectURL(picture);
      setShown({ turns, url });
    });
    return () => {
      isOver = true;
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [photo, turns]);
  return shown;
}
