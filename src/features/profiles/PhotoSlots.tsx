import { useEffect, useRef, useState, type ComponentType, type RefObject } from "react";
import { limits } from "../../../convex/shared/limits";
import { PhotoPicker } from "./PhotoPicker";
import { SlotActions } from "./SlotActions";
import type { CropQuestion } from "./usePhotoOpening";
import type { Photos } from "./usePhotos";
import { words } from "./words";

const loadDialog = async () => (await import("./CropDialog")).CropDialog;

type Props = {
  photos: Photos;
  /** What the form says of the photos as a whole. */
  error: string | null;
  /** The first file input, so that the form can focus it. */
  input?: RefObject<HTMLInputElement | null>;
  /** While the form is sent with these photos, no other ones can be chosen. */
  disabled: boolean;
};

/** The places for photos: a large one for that which is shown first, and smaller ones below. */
export function PhotoSlots({ photos, error, input, disabled }: Props) {
  const { slots, refusal, question } = photos;
  const places = Array.from({ length: Math.min(limits.photosMost, slots.length + 1) }, (_, index) => index);
  const list = useRef<HTMLOListElement>(null);
  const focus = (place: number) =>
    // After the list has changed.
    window.setTimeout(() => list.current?.querySelectorAll("input")[place]?.focus());
  const errorAt = (index: number) =>
    refusal?.index === index ? refusal.text : (slots[index]?.error ?? (index === 0 ? error : null));

  return (
    <section aria-label={words.photos} className="flex flex-col gap-6">
      <ol ref={list} className="flex flex-wrap items-start justify-center gap-x-3 gap-y-6 *:first:basis-full">
        {places.map((index) => {
          const slot = slots[index] ?? null;
          return (
            <li key={slot?.key ?? `empty${index}`} className="flex w-36 flex-col items-center gap-2 text-center">
              <PhotoPicker
                slot={slot}
                place={index}
                error={errorAt(index)}
                input={index === 0 ? input : undefined}
                disabled={disabled}
                onOpen={() => {
                  // The scripts for the next steps, while the person chooses.
                  photos.prepare();
                  void loadDialog().catch(() => undefined);
                }}
                onChoose={(file) => photos.choose(index, file)}
              />
              {slot !== null && (
                <SlotActions slot={slot} place={index} photos={photos} disabled={disabled} onMoved={focus} />
              )}
            </li>
          );
        })}
      </ol>
      {question !== null && <Question key={question.key} question={question} />}
    </section>
  );
}

/** The dialog comes with the first photo that needs it. */
function Question({ question }: { question: CropQuestion }) {
  const [Dialog, setDialog] = useState<ComponentType<{ question: CropQuestion }> | null>(null);
  useEffect(() => {
    loadDialog().then(
      (loaded) => setDialog(() => loaded),
      () => question.answer(question.otherwise),
    );
  }, [question]);
  return Dialog && <Dialog question={question} />;
}
