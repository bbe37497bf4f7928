import { useEffect, useRef, useState } from "react";
import type { Area, Point } from "react-easy-crop";
import { turnedPhoto, type OpenPhoto } from "./openPhoto";
import { type Crop, initialArea, turnedSize } from "./photoShape";

/** The largest zoom, relative to the card, and the zoom step of a key press. */
export const ZOOM = { max: 4, step: 0.15 } as const;

/** A turned photo. `turns`: clockwise quarters. */
type Turned = { turns: number; url: string };

/** The crop that the person is choosing. `result` is null until the turned photo is drawn. */
export function useCropping(photo: OpenPhoto, initial: Crop) {
  const [turns, setTurns] = useState(initial.turns);
  const [point, setPoint] = useState<Point>({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [result, setResult] = useState<Crop | null>(null);
  const shown = useTurned(photo, turns);
  const isTurned = shown?.turns === turns;
  const zoomTo = (to: number) => setZoom(Math.min(ZOOM.max, Math.max(1, to)));

  return {
    shown,
    point,
    zoom,
    isTurned,
    result: result?.turns === turns ? result : null,
    /** The initial area: the previous crop, or the default one. */
    initialArea: shown?.turns === initial.turns ? initial.area : initialArea(turnedSize(photo, shown?.turns ?? 0)),
    setPoint,
    setZoom: zoomTo,
    zoomIn: () => zoomTo(zoom + ZOOM.step),
    zoomOut: () => zoomTo(zoom - ZOOM.step),
    turn: () => setTurns((quarterTurns) => (quarterTurns + 1) % 4),
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
    let isCancelled = false;
    drawing.current = drawing.current.then(async () => {
      const picture = isCancelled ? null : await turnedPhoto(photo, turns);
      if (picture === null || isCancelled) return;
      url = URL.createObjectURL(picture);
      setShown({ turns, url });
    });
    return () => {
      isCancelled = true;
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [photo, turns]);
  return shown;
}
