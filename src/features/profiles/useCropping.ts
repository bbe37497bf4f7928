import { useEffect, useRef, useState } from "react";
import type { Area, Point } from "react-easy-crop";
import { turnedPhoto, type OpenPhoto } from "./openPhoto";
import { type Crop, firstArea, turnedSize } from "./photoShape";

/** The largest zoom, relative to the card, and the zoom step of a key press. */
export const ZOOM = { most: 4, step: 0.15 } as const;

/** A turned photo. `turns`: clockwise quarters. */
type Turned = { turns: number; url: string };

/** The crop that the person is choosing. `result` is null until the turned photo is drawn. */
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
    /** The initial area: the previous crop, or the default one. */
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

/** Returns the turned photo, or the previous one while it is drawn. Of several turns in a row, draws only the last. */
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
