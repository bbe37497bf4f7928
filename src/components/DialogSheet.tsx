import { X } from "lucide-react";
import type { MouseEvent as Press, ReactNode, RefObject } from "react";
import { classes } from "./classes";
import { Layer, LayerClose, LayerDescription, LayerTitle } from "./Layer";
import { words } from "./words";

export type DialogProps = {
  open: boolean;
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
export function DialogSheet({
  open,
  onClose,
  title,
  description,
  children,
  actions,
  below,
  initialFocus,
}: DialogProps) {
  return (
    <Layer
      open={open}
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
  "[@media(min-height:36rem)]:scroll-pb-52";

const bottomPadding = "pb-[calc(1.5rem+env(safe-area-inset-bottom))] sm:pb-6";

/** Stays at the bottom while the rest scrolls, except on screens too low for that. */
const footer =
  "-mx-6 flex flex-col gap-2 bg-raised px-6 pt-2 [@media(min-height:36rem)]:sticky [@media(min-height:36rem)]:bottom-0";

/** A press this soon after another one (ms) and this near to it (px) is the second of a double press. */
const DOUBLE_PRESS_MS = 500;
const DOUBLE_PRESS_PX = 32;

let lastPress: Pick<MouseEvent, "clientX" | "clientY" | "timeStamp"> | null = null;

/**
 * Handles every press in a dialog. If the first press of a double press closes the dialog, the second would hit something below, such as a
 * swipe button. So it is ignored outside of dialogs.
 */
function ignoreSecondPress({ nativeEvent }: Press): void {
  // Keys press without a position.
  if (nativeEvent.detail === 0) return;
  lastPress = nativeEvent;
  window.addEventListener("click", ignoreIfSecond, { capture: true });
}

function ignoreIfSecond(press: MouseEvent): void {
  const isInDialog = press.target instanceof Element && press.target.closest("[role=dialog]") !== null;
  if (isInDialog || lastPress === null) return;
  const isNear = Math.hypot(press.clientX - lastPress.clientX, press.clientY - lastPress.clientY) <= DOUBLE_PRESS_PX;
  if (!isNear || press.timeStamp - lastPress.timeStamp > DOUBLE_PRESS_MS) return;
  press.preventDefault();
  press.stopPropagation();
}
