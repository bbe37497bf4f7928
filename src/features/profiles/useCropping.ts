import { useEffect, useState } from "react";
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
  const zoomTo = (to: number) => setZoom(Math.min(ZOOM.most, Math.max(1, to)));

  return {
    shown,
    point,
    zoom,
    result,
    /** Where the photo is shown first: as it was cropped before, or at its upper third. */
    first: turns === start.turns ? start.area : firstArea(turnedSize(photo, turns)),
    setPoint,
    setZoom: zoomTo,
    larger: () => zoomTo(zoom + ZOOM.step),
    smaller: () => zoomTo(zoom - ZOOM.step),
    turn: () => {
      // A further press while the photo is being turned would be lost on the way.
      if (shown?.turns !== turns) return;
      setResult(null);
      setTurns((turns + 1) % 4);
    },
    setArea: (area: Area) => shown !== null && setResult({ turns: shown.turns, area }),
  };
}

export type Cropping = ReturnType<typeof useCropping>;

/** The photo as it is turned; the one before until that is drawn. */
function useTurned(photo: OpenPhoto, turns: number): Turned | null {
  const [shown, setShown] = useState<Turned | null>(null);
  useEffect(() => {
    let url: string | null = null;
    let isOver = false;
    void turnedPhoto(photo, turns).then((picture) => {
      if (isOver) return;
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
