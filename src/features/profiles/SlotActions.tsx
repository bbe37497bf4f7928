import { Crop, RotateCw, Trash2, type LucideIcon } from "lucide-react";
import { Button } from "../../components/Button";
import type { PhotoSlot } from "./slotList";
import type { Photos } from "./usePhotos";
import { words } from "./words";

type Props = {
  slot: PhotoSlot;
  place: number;
  photos: Photos;
  disabled: boolean;
  /** The focus goes to this place, because the button that had it is gone. */
  onMoved: (place: number) => void;
};

/** The actions on a photo in its slot. */
export function SlotActions({ slot, place, photos, disabled, onMoved }: Props) {
  const { key, open, sent, step, error, file } = slot;
  const at = words.place[place] ?? "";
  const then = (act: (key: string) => void, to: number) => () => {
    act(key);
    onMoved(to);
  };
  return (
    <div className="flex flex-col items-center">
      <div className="flex justify-center gap-1">
        {error !== null && file !== null && (
          <Action icon={RotateCw} label={words.sendAgain(at)} onClick={photos.sendAgain} disabled={disabled} />
        )}
        {(open ?? sent) !== null && (
          <Action
            icon={Crop}
            label={words.crop(at)}
            onClick={() => photos.crop(slot)}
            disabled={disabled || step === "preparing"}
          />
        )}
        <Action icon={Trash2} label={words.removePhoto(at)} onClick={then(photos.remove, place)} disabled={disabled} />
      </div>
      {place > 0 && (
        <Button
          look="bare"
          className="text-note"
          aria-label={words.makeFirstAt(at)}
          onClick={then(photos.makeFirst, 0)}
          disabled={disabled}
        >
          {words.makeFirst}
        </Button>
      )}
    </div>
  );
}

type ActionProps = { icon: LucideIcon; label: string; onClick: () => void; disabled: boolean };

function Action({ icon: Icon, label, ...button }: ActionProps) {
  return (
    <button
      {...button}
      type="button"
      aria-label={label}
      title={label}
      className="grid size-11 place-items-center rounded-full text-soft hover:bg-line/60 hover:text-ink disabled:opacity-40"
    >
      <Icon aria-hidden className="size-5" strokeWidth={2.25} />
    </button>
  );
}
