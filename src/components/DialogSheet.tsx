import { X } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { ignoreSecondPress } from "../lib/secondPress";
import { classes } from "./classes";
import { Layer, LayerClose, LayerDescription, LayerTitle } from "./Layer";
import { words } from "./words";

export type DialogProps = {
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the bottom, the main one first. They stay visible while the rest scrolls. */
  actions?: ReactNode;
  /** Shown below the buttons. */
  below?: ReactNode;
  /** The element that gets the focus first. Default: the first control. */
  initialFocus?: RefObject<HTMLElement | null>;
};

/** The content of a `Dialog`. */
export function DialogSheet({ onClose, title, description, children, actions, below, initialFocus }: DialogProps) {
  return (
    <Layer
      onClose={onClose}
      initialFocus={initialFocus}
      overlayClassName="animate-[fade_160ms_ease-out_both] bg-night/70"
      onClickCapture={ignoreSecondPress}
      className={classes(sheet, actions === undefined && bottomPadding)}
      {...(description === undefined && { "aria-describedby": undefined })}
    >
      <div className="flex items-start justify-between gap-4">
        <LayerTitle className="min-w-0 text-title wrap-anywhere">{title}</LayerTitle>
        <LayerClose
          aria-label={words.close}
          className="-mt-1.5 -mr-2 grid size-11 shrink-0 place-items-center rounded-full text-soft hover:text-ink"
        >
          <X aria-hidden className="size-6" />
        </LayerClose>
      </div>
      {description !== undefined && <LayerDescription className="text-soft">{description}</LayerDescription>}
      {children}
      {actions !== undefined && (
        <div className={classes(footer, bottomPadding)}>
          <div className="flex flex-col gap-3 sm:flex-row-reverse">{actions}</div>
          {below}
        </div>
      )}
    </Layer>
  );
}

const sheet =
  "inset-x-0 bottom-0 flex max-h-[90dvh] flex-col gap-4 overflow-y-auto rounded-t-lg bg-raised px-6 pt-6 " +
  "text-ink shadow-lift animate-arrive sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-full sm:max-w-md sm:-translate-1/2 sm:rounded-lg " +
  "[@media(min-height:35rem)]:scroll-pb-52";

const bottomPadding = "pb-[calc(1.5rem+env(safe-area-inset-bottom))] sm:pb-6";

/** Stays at the bottom while the rest scrolls, except on screens too short for that. */
const footer =
  "-mx-6 flex flex-col gap-2 bg-raised px-6 pt-2 [@media(min-height:35rem)]:sticky [@media(min-height:35rem)]:bottom-0";
