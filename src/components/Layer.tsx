import { Dialog as Radix } from "radix-ui";
import type { ComponentProps, ReactNode, RefObject } from "react";
import { withdrawActs } from "../lib/acts";
import { classes } from "./classes";
import { useBackCloses } from "./useBackCloses";
import { useFocusReturn } from "./useFocusReturn";

type Props = Omit<ComponentProps<typeof Radix.Content>, "ref"> & {
  open?: boolean;
  /** It is on its way out: Back belongs to the screen again. */
  isClosing?: boolean;
  onClose: () => void;
  /** Gets the focus first. Default: the first control. */
  start?: RefObject<HTMLElement | null> | undefined;
  /** The classes of what covers the screen, and what is in it. */
  cover: string;
  backdrop?: ReactNode;
};

/**
 * Whatever opens over the screen, of any look. Back, Escape and a press outside close it, an act that was not sent yet then never
 * is, and the focus returns to where it was.
 */
export function Layer({
  open = true,
  isClosing = false,
  onClose,
  start,
  cover,
  backdrop,
  children,
  ...content
}: Props) {
  const focus = useFocusReturn(start);
  const close = () => {
    withdrawActs();
    onClose();
  };
  useBackCloses(open && !isClosing, close);
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && close()}>
      <Radix.Portal>
        <Radix.Overlay className={classes("fixed inset-0 z-40", cover)}>{backdrop}</Radix.Overlay>
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
