import { Camera, LoaderCircle } from "lucide-react";
import { useId, type RefObject } from "react";
import { photoTypes } from "./photoError";
import type { PhotoStep } from "./usePhoto";
import { words } from "./words";

type Props = {
  /** Shows the chosen photo; null while there is none to show. */
  url: string | null;
  /** The photo of the saved profile. */
  before?: string | null;
  /** The progress of a chosen photo; null when nothing is in progress. */
  step: PhotoStep | null;
  error: string | null;
  /** The file input, so that the form can focus it. */
  input?: RefObject<HTMLInputElement | null>;
  /** While the form is sent with the chosen photo, no other one can be chosen. */
  disabled: boolean;
  onChoose: (file: File) => void;
};

/** The photo as a round preview; the whole of it is the button. */
export function PhotoPicker({ url, before = null, step, error, input, disabled, onChoose }: Props) {
  const id = useId();
  const shown = url ?? before;

  return (
    <div className="flex flex-col items-center gap-3 text-center">
      <label
        htmlFor={id}
        className="group relative grid size-44 place-items-center rounded-full border-2 border-edge bg-nightraised text-paper shadow-lift has-focus-visible:outline-3 has-focus-visible:outline-offset-4 has-focus-visible:outline-teal has-disabled:cursor-not-allowed"
      >
        <span aria-hidden className="stagelight absolute inset-0 rounded-full" />
        {shown === null ? (
          <Camera aria-hidden className="relative size-12 transition-transform group-hover:scale-110" />
        ) : (
          <img
            src={shown}
            alt={url === null ? words.currentPhoto : words.photoPreview}
            className="absolute inset-0 size-full rounded-full object-cover"
          />
        )}
        <span className="hot absolute -bottom-3 rounded-full px-4 py-1.5 text-note font-bold shadow-rest group-has-disabled:opacity-60 group-has-disabled:saturate-50">
          {shown === null ? words.choosePhoto : words.changePhoto}
        </span>
        {step !== null && <Progress step={step} />}
        <input
          id={id}
          ref={input}
          type="file"
          accept={photoTypes.join(",")}
          aria-label={words.photo}
          aria-describedby={`${id}-note`}
          disabled={disabled}
          className="sr-only"
          onChange={(event) => {
            const file = event.target.files?.[0];
            // Without this, choosing the same file again after a failure would cause no event.
            event.target.value = "";
            // The phone's own picker may have been opened before the form was sent.
            if (file && !disabled) onChoose(file);
          }}
        />
      </label>
      <div id={`${id}-note`} className="mt-3 text-note">
        {error !== null ? (
          <p role="alert" className="font-semibold text-bad">
            {error}
          </p>
        ) : (
          <p className="text-soft">{words.photoHint}</p>
        )}
      </div>
    </div>
  );
}

function Progress({ step }: { step: PhotoStep }) {
  const text =
    step === "preparing" ? words.photoPreparing : step < 100 ? words.photoSending(step) : words.photoChecking;
  return (
    <span
      role="progressbar"
      aria-label={words.photo}
      aria-valuetext={text}
      {...(step !== "preparing" && { "aria-valuenow": step })}
      className="absolute top-1 left-1/2 flex -translate-x-1/2 items-center gap-1.5 rounded-full bg-raised px-3 py-1.5 text-note font-semibold whitespace-nowrap text-ink tabular-nums shadow-rest"
    >
      <LoaderCircle aria-hidden className="size-4 animate-spin" />
      {text}
    </span>
  );
}
