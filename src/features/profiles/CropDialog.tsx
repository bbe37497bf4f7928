import { RotateCw } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import Cropper from "react-easy-crop";
import "react-easy-crop/react-easy-crop.css";
import { useFormContext } from "react-hook-form";
import { badgesOf } from "../../../convex/shared/prices";
import { Button } from "../../components/Button";
import { Layer, LayerDescription, LayerTitle } from "../../components/Layer";
import { PersonCard, type Person } from "../../components/PersonCard";
import { cardShape } from "./photoShape";
import type { FormInput } from "./profileSchemas";
import { useCropping, ZOOM, type Cropping } from "./useCropping";
import type { CropQuestion } from "./photoOpening";
import { words } from "./words";

export function CropDialog({ question }: { question: CropQuestion }) {
  const { photo, crop, answer } = question;
  const cropping = useCropping(photo, crop);
  const person = usePerson();

  const press = (event: KeyboardEvent) => {
    const actions = {
      "+": cropping.zoomIn,
      "=": cropping.zoomIn,
      "-": cropping.zoomOut,
      r: cropping.turn,
      R: cropping.turn,
    };
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in actions)) return;
    event.preventDefault();
    actions[event.key as keyof typeof actions]();
  };

  return (
    <Layer
      onClose={() => answer(null)}
      overlayClassName="animate-[fade_160ms_ease-out_both] bg-night"
      backdrop={<div aria-hidden className="absolute inset-0 stagelight" />}
      onKeyDown={press}
      className={sheet}
    >
      <div className="flex flex-col gap-1 text-center lying:w-52 lying:self-center lying:text-left">
        <LayerTitle className="text-title">{words.cropTitle}</LayerTitle>
        <LayerDescription className="text-note">{words.cropText}</LayerDescription>
      </div>
      {/* As large as fits, in the card's shape. */}
      <div className="@container-size grid max-h-[500px] min-h-0 flex-1 place-items-center lying:max-h-none">
        <div
          aria-busy={!cropping.isTurned}
          className="aspect-7/10 w-[min(100cqw,70cqh,350px)] transition-opacity aria-busy:opacity-50"
        >
          <PersonCard person={person} photo={<PhotoCropper cropping={cropping} />} />
        </div>
      </div>
      <div className="mx-auto flex w-full max-w-sm flex-col gap-3 lying:mx-0 lying:w-60 lying:self-center">
        <div className="flex items-center gap-4">
          <input
            type="range"
            aria-label={words.cropZoom}
            min={1}
            max={ZOOM.max}
            step={0.01}
            value={cropping.zoom}
            onChange={(event) => cropping.setZoom(event.target.valueAsNumber)}
            className="h-11 min-w-0 flex-1 accent-coral"
          />
          <Button variant="paper" onClick={cropping.turn} aria-keyshortcuts="r">
            <RotateCw aria-hidden className="size-5" />
            {words.turn}
          </Button>
        </div>
        <div className="flex gap-3">
          <Button variant="paper" onClick={() => answer(null)}>
            {words.cancel}
          </Button>
          <Button className="flex-1" disabled={cropping.result === null} onClick={() => answer(cropping.result)}>
            {words.usePhoto}
          </Button>
        </div>
      </div>
    </Layer>
  );
}

function usePerson(): Person {
  const { getValues } = useFormContext<FormInput>();
  const { name, age, bio, hobbies, drinking, smoking } = getValues();
  return {
    name: name || words.yourName,
    age: typeof age === "number" ? age : null,
    bio: bio ?? "",
    hobbies: hobbies ?? [],
    drinking: drinking || null,
    smoking: smoking || null,
    photos: [],
    ...badgesOf(null),
  };
}

const sheet =
  "inset-0 mx-auto flex max-w-xl flex-col justify-center gap-3 px-4 pt-[calc(0.75rem+env(safe-area-inset-top))] pb-[calc(1rem+env(safe-area-inset-bottom))] " +
  "text-paper lying:max-w-none lying:flex-row lying:gap-6 lying:px-[max(1rem,env(safe-area-inset-left))]";

/** The photo in the card's frame. Fingers, mouse and arrow keys move it, pinch and wheel enlarge it. */
function PhotoCropper({ cropping }: { cropping: Cropping }) {
  const { shown, point, zoom, initialArea, setPoint, setZoom, setArea } = cropping;
  const frame = useRef<RefObject<HTMLDivElement> | null>(null);
  const [loaded, setLoaded] = useState<string | null>(null);
  // The frame exists once the photo has loaded.
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
      maxZoom={ZOOM.max}
      aspect={cardShape}
      objectFit="cover"
      showGrid={false}
      keyboardStep={8}
      disableAutomaticStylesInjection
      initialCroppedAreaPixels={initialArea}
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
