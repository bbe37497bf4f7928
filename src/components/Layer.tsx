import { Dialog as Radix } from "radix-ui";
import { useRef, type ComponentProps, type ReactNode, type RefObject } from "react";
import { withdrawActs } from "../lib/acts";
import { isFocusLost } from "../lib/focusHeading";
import { focusPlace, focusPlaceOf, type FocusPlace } from "../lib/focusPlace";
import { classes } from "./classes";
import { useBackCloses } from "./useBackCloses";

type Props = Omit<ComponentProps<typeof Radix.Content>, "ref"> & {
  open?: boolean;
  /** True during the closing animation: Back belongs to the screen again. */
  isClosing?: boolean;
  onClose: () => void;
  /** The element that gets the focus first. Default: the first control. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** The classes of the overlay over the screen, and its content (`backdrop`). */
  overlayClassName: string;
  backdrop?: ReactNode;
};

/**
 * A layer over the screen, of any style. Back, Escape and a press outside close it. Closing withdraws unsent acts and returns the focus to
 * where it was.
 */
export function Layer({
  open = true,
  isClosing = false,
  onClose,
  initialFocus,
  overlayClassName,
  backdrop,
  children,
  ...content
}: Props) {
  const focus = useFocusReturn(initialFocus);
  const close = () => {
    withdrawActs();
    onClose();
  };
  useBackCloses(open && !isClosing, close);
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && close()}>
      <Radix.Portal>
        <Radix.Overlay className={classes("fixed inset-0 z-40", overlayClassName)}>{backdrop}</Radix.Overlay>
        <Radix.Content {...content} {...focus} className={classes("fixed z-50 focus:outline-none", content.className)}>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export const LayerTitle = Radix.Title;
export const LayerDescription = Radix.Description;
export const LayerClose = Radix.Close;

/** The focused element when a dialog opened. `origin`: the last one outside of all dialogs. `place`: its place in a list. */
type Opening = { focused: Element | null; origin: Element | null; place: FocusPlace | null };

/** The latest dialog, while it is open. A dialog that replaces it returns the focus to the same element. */
let latestOpening: Opening | null = null;

/**
 * Returns handlers for `Dialog.Content`. The focus starts at `initialFocus`. It returns to where it was, or near it if that element is gone
 * from its list. Radix returns it only to its own trigger, which our dialogs do not have.
 */
function useFocusReturn(initialFocus?: RefObject<HTMLElement | null>) {
  const opening = useRef<Opening | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      const focused = document.activeElement;
      const isOutsideDialogs = isOnScreen(focused);
      const origin = isOutsideDialogs ? focused : (latestOpening?.origin ?? null);
      latestOpening = {
        focused,
        origin,
        place: isOutsideDialogs ? focusPlaceOf(focused) : (latestOpening?.place ?? null),
      };
      opening.current = latestOpening;
      if (!initialFocus?.current) return;
      event.preventDefault();
      // On a small screen the focused button may be below the fold, and a layer opens at its top.
      initialFocus.current.focus({ preventScroll: true });
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const { focused, origin, place } = opening.current ?? { focused: null, origin: null, place: null };
      if (latestOpening === opening.current) latestOpening = null;
      const target = focused?.isConnected && focused !== document.body ? focused : origin;
      if (target instanceof HTMLElement) target.focus();
      if (place !== null && isFocusLost()) focusPlace(place);
    },
  };
}

function isOnScreen(focused: Element | null): boolean {
  return focused !== null && focused !== document.body && focused.closest("[role=dialog]") === null;
}
