import { Camera, LoaderCircle, Plus } from "lucide-react";
import { useId, useState, type RefObject } from "react";
import { classes } from "../../components/classes";
import { photoTypes } from "./photoError";
import type { PhotoSlot, PhotoStep } from "./slotList";
import { words } from "./words";

type Props = {
  /** Null: an empty slot. */
  slot: PhotoSlot | null;
  /** 0: the photo shown first. */
  index: number;
  error: string | null;
  input: RefObject<HTMLInputElement | null> | undefined;
  disabled: boolean;
  onOpen: () => void;
  onChoose: (file: File) => void;
};

export function PhotoPicker({ slot, index, error, input, disabled, onOpen, onChoose }: Props) {
  const id = useId();
  /** The URL that failed to load, such as the person's photo while offline. */
  const [broken, setBroken] = useState<string | null>(null);
  const isFirst = index === 0;
  const Empty = isFirst ? Camera : Plus;
  return (
    <>
      <label
        htmlFor={id}
        className={classes(
          "group relative grid place-items-center rounded-full border-2 bg-nightraised text-paper shadow-lift",
          "has-focus-visible:outline-3 has-focus-visible:outline-offset-4 has-focus-visible:outline-teal has-disabled:cursor-not-allowed",
          isFirst ? "mb-3 size-44" : "size-28",
          error === null ? "border-edge" : "border-bad",
        )}
      >
        <span aria-hidden className="stagelight absolute inset-0 rounded-full" />
        <Empty aria-hidden className="relative size-10 transition-transform group-hover:scale-110" />
        {slot !== null && slot.url !== null && (
          <img
            src={slot.url}
            alt={slot.isChosen ? words.photoPreview : words.currentPhoto}
            onError={() => setBroken(slot.url)}
            className={classes(
              "absolute inset-0 size-full rounded-full object-cover",
              slot.url === broken && "opacity-0",
            )}
          />
        )}
        {isFirst && (
          <span className="hot absolute -bottom-3 rounded-full px-4 py-1.5 text-note font-bold whitespace-nowrap shadow-rest group-has-disabled:opacity-60 group-has-disabled:saturate-50">
            {slot === null ? words.choosePhoto : words.changePhoto}
          </span>
        )}
        {slot !== null && slot.step !== null && <Progress step={slot.step} label={words.photoAt[index]} />}
        <input
          id={id}
          ref={input}
          type="file"
          accept={photoTypes}
          aria-label={words.photoAt[index]}
          aria-describedby={`${id}-note`}
          disabled={disabled}
          className="sr-only"
          onClick={onOpen}
          onChange={(event) => {
            const file = event.target.files?.[0];
            // Without this, choosing the same file again would cause no event.
            event.target.value = "";
            // The system's file picker may have been opened before the form was sent.
            if (file && !disabled) onChoose(file);
          }}
        />
      </label>
      <div id={`${id}-note`} className={classes("text-note", isFirst ? "max-w-xs" : "max-w-36")}>
        {error !== null ? (
          <p role="alert" className="font-semibold text-bad">
            {error}
          </p>
        ) : (
          <p className="text-soft">{hintOf(slot, isFirst)}</p>
        )}
        {error === null && slot?.isSmall && (
          <p role="status" className="text-soft">
            {words.photoSmall}
          </p>
        )}
      </div>
    </>
  );
}

function hintOf(slot: PhotoSlot | null, isFirst: boolean): string {
  if (slot === null) return isFirst ? words.photoHint : words.photoMore;
  return isFirst ? words.photoFirst : "";
}

function Progress({ step, label }: { step: PhotoStep; label: string | undefined }) {
  const text =
    step === "preparing" ? words.photoPreparing : step < 100 ? words.photoSending(step) : words.photoChecking;
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuetext={text}
      {...(step !== "preparing" && { "aria-valuenow": step })}
      className="absolute top-1 left-1/2 flex -translate-x-1/2 items-center gap-1.5 rounded-full bg-raised px-3 py-1.5 text-note font-semibold whitespace-nowrap text-ink tabular-nums shadow-rest"
    >
      <LoaderCircle aria-hidden className="size-4 animate-spin" />
      {text}
    </span>
  );
}
