import { useEffect, useRef, useState, type RefObject } from "react";
import Cropper from "react-easy-crop";
import "react-easy-crop/react-easy-crop.css";
import { cardShape } from "./photoShape";
import { type Cropping, ZOOM } from "./useCropping";
import { words } from "./words";

/** The photo under the card's frame: moved by finger, mouse and arrow keys, enlarged by pinch and wheel. */
export function PhotoCropper({ cropping }: { cropping: Cropping }) {
  const { shown, point, zoom, first, setPoint, setZoom, setArea } = cropping;
  const frame = useRef<RefObject<HTMLDivElement> | null>(null);
  const [loaded, setLoaded] = useState<string | null>(null);
  // The frame is there as soon as the photo is.
  useEffect(() => {
    if (loaded !== null) frame.current?.current?.focus({ preventScroll: true });
  }, [loaded]);
  if (shown === null) return null;
  return (
    <Cropper
      key={shown.url}
      image={shown.url}
      crop={point}
      zoom={zoom}
      maxZoom={ZOOM.most}
      aspect={cardShape}
      objectFit="cover"
      showGrid={false}
      keyboardStep={8}
      disableAutomaticStylesInjection
      initialCroppedAreaPixels={first}
      onCropChange={setPoint}
      onZoomChange={setZoom}
      onCropAreaChange={(_, area) => setArea(area)}
      setCropperRef={(ref) => (frame.current = ref)}
      onMediaLoaded={() => setLoaded(shown.url)}
      cropperProps={{ role: "group", "aria-label": words.cropKeys }}
      classes={{
        cropAreaClassName:
          "border-0! focus-visible:outline-3 focus-visible:-outline-offset-4 focus-visible:outline-teal",
      }}
    />
  );
}
