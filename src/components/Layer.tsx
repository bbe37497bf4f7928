import {
  createContext,
  useContext,
  useId,
  useLayoutEffect,
  useRef,
  type ComponentProps,
  type ReactNode,
  type RefObject,
} from "react";
import { createPortal } from "react-dom";
import { ownActs, withdrawActs } from "../lib/acts";
import { useOpeningPress } from "../lib/secondPress";
import { classes } from "./classes";
import { useBackCloses } from "./useBackCloses";
import { useTopLayer } from "./useTopLayer";

type Props = Omit<ComponentProps<"div">, "ref"> & {
  /** True during the closing animation: Back belongs to the screen again. */
  isClosing?: boolean;
  onClose: () => void;
  /** The element that gets the focus first. Default: the first control. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** The classes of the overlay over the screen, and its content (`backdrop`). */
  overlayClassName: string;
  backdrop?: ReactNode;
};

const LayerContext = createContext({ id: "", close: (): void => undefined });

/**
 * A layer over the screen, of any style. Back, Escape and a press outside close it. Closing withdraws unsent acts and returns the focus to
 * where it was.
 */
export function Layer(props: Props) {
  return createPortal(<OpenLayer {...props} />, document.body);
}

function OpenLayer({
  isClosing = false,
  onClose,
  initialFocus,
  overlayClassName,
  backdrop,
  children,
  ...content
}: Props) {
  const id = useId();
  const container = useRef<HTMLDivElement>(null);
  const ignoreOpeningPress = useOpeningPress();
  const close = () => {
    withdrawActs();
    onClose();
  };
  useLayoutEffect(() => ownActs(), []);
  useBackCloses(!isClosing, close);
  useTopLayer(container, initialFocus, close);
  return (
    <div ref={container}>
      <div
        aria-hidden
        className={classes("fixed inset-0 z-40", overlayClassName)}
        onClickCapture={ignoreOpeningPress}
        onClick={close}
      >
        {backdrop}
      </div>
      <div
        role="dialog"
        aria-modal
        tabIndex={-1}
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-description`}
        {...content}
        className={classes("fixed z-50 focus:outline-none", content.className)}
      >
        <LayerContext value={{ id, close }}>{children}</LayerContext>
      </div>
    </div>
  );
}

export function LayerTitle({ children, ...props }: ComponentProps<"h2">) {
  return (
    <h2 {...props} id={`${useContext(LayerContext).id}-title`}>
      {children}
    </h2>
  );
}

export function LayerDescription(props: ComponentProps<"p">) {
  return <p {...props} id={`${useContext(LayerContext).id}-description`} />;
}

export function LayerClose(props: ComponentProps<"button">) {
  return <button type="button" {...props} onClick={useContext(LayerContext).close} />;
}
