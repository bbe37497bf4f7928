import { Crop, RotateCw, Trash2, type LucideIcon } from "lucide-react";
import { useEffect, useRef, useState, type ComponentType, type MouseEvent, type RefObject } from "react";
import { limits } from "../../../convex/shared/limits";
import { Button } from "../../components/Button";
import { ignoreSecondPress } from "../../lib/secondPress";
import { useFocusKept } from "../../lib/useFocusKept";
import { PhotoPicker } from "./PhotoPicker";
import type { PhotoSlot } from "./slotList";
import type { CropQuestion } from "./photoOpening";
import type { Photos } from "./usePhotos";
import { words } from "./words";

const loadDialog = async () => (await import("./CropDialog")).CropDialog;

type Props = {
  photos: Photos;
  error: string | null;
  /** The first file input, for the form to focus. */
  input?: RefObject<HTMLInputElement | null>;
  /** True while the form is being sent with these photos. */
  disabled: boolean;
};

export function PhotoSlots({ photos, error, input, disabled }: Props) {
  const { slots, refusal, question } = photos;
  const places = Array.from({ length: Math.min(limits.photosMax, slots.length + 1) }, (_, index) => index);
  const list = useRef<HTMLOListElement>(null);
  const focus = (index: number) =>
    // Runs after the list has rendered.
    window.setTimeout(() => list.current?.querySelectorAll("input")[index]?.focus());
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
                index={index}
                error={errorAt(index)}
                input={index === 0 ? input : undefined}
                disabled={disabled}
                onOpen={() => {
                  // Prefetches the scripts of the next steps while the person chooses.
                  photos.prepare();
                  void loadDialog().catch(() => undefined);
                }}
                onChoose={(file) => photos.choose(index, file)}
              />
              {slot !== null && (
                <SlotActions slot={slot} index={index} photos={photos} disabled={disabled} onMoved={focus} />
              )}
            </li>
          );
        })}
      </ol>
      {question !== null && <Question key={question.key} question={question} />}
    </section>
  );
}

/** Loads the dialog's script with the first photo that needs it. If that fails, `question.otherwise` is the answer. */
function Question({ question }: { question: CropQuestion }) {
  const [Dialog, setDialog] = useState<ComponentType<{ question: CropQuestion }> | null>(null);
  useEffect(() => {
    loadDialog().then(
      (loaded) => setDialog(() => loaded),
      () => question.answer(question.fallback),
    );
  }, [question]);
  return Dialog && <Dialog question={question} />;
}

type ActionsProps = {
  slot: PhotoSlot;
  index: number;
  photos: Photos;
  disabled: boolean;
  /** Moves the focus to this slot, because the pressed button may be gone. */
  onMoved: (index: number) => void;
};

function SlotActions({ slot, index, photos, disabled, onMoved }: ActionsProps) {
  const { key, original, sent, step, error, file } = slot;
  const placeName = words.place[index] ?? "";
  const andFocus = (act: (key: string) => void, to: number) => (press: MouseEvent) => {
    // Another photo comes into this place.
    ignoreSecondPress(press);
    act(key);
    onMoved(to);
  };
  return (
    <div className="flex flex-col items-center">
      <div className="flex justify-center gap-1">
        {error !== null && file !== null && (
          <Action icon={RotateCw} label={words.sendAgain(placeName)} onClick={photos.sendAgain} disabled={disabled} />
        )}
        {(original ?? sent) !== null && (
          <Action
            icon={Crop}
            label={words.crop(placeName)}
            onClick={() => photos.crop(slot)}
            disabled={disabled || step === "preparing"}
          />
        )}
        <Action
          icon={Trash2}
          label={words.removePhoto(placeName)}
          onClick={andFocus(photos.remove, index)}
          disabled={disabled}
        />
      </div>
      {index > 0 && (
        <Button
          variant="bare"
          className="text-note"
          aria-label={words.makeFirstAt(placeName)}
          onClick={andFocus(photos.makeFirst, 0)}
          disabled={disabled}
        >
          {words.makeFirst}
        </Button>
      )}
    </div>
  );
}

type ActionProps = { icon: LucideIcon; label: string; onClick: (press: MouseEvent) => void; disabled: boolean };

function Action({ icon: Icon, label, ...button }: ActionProps) {
  const focusKept = useFocusKept(button.disabled);
  return (
    <button
      {...button}
      {...focusKept}
      type="button"
      aria-label={label}
      title={label}
      className="grid size-11 place-items-center rounded-full text-soft hover:bg-line/60 hover:text-ink disabled:opacity-40"
    >
      <Icon aria-hidden className="size-5" strokeWidth={2.25} />
    </button>
  );
}
