import { LoaderCircle } from "lucide-react";
import type { ReactNode } from "react";
import type { Feature } from "../../../convex/shared/prices";
import { classes } from "../../components/classes";
import { productStyles } from "./productStyles";
import { words } from "./words";

type Props = {
  feature: Feature;
  /** The one large button of a screen. */
  large?: boolean;
  isPaying: boolean;
  onBuy: () => void;
  children: ReactNode;
};

/** The button to the payment, in its product's style. During a payment it is disabled and says so. */
export function BuyButton({ feature, large = false, isPaying, onBuy, children }: Props) {
  return (
    <button
      type="button"
      disabled={isPaying}
      aria-busy={isPaying || undefined}
      onClick={onBuy}
      className={classes(shape, large ? "min-h-14 text-lead" : "min-h-12 text-body", productStyles[feature])}
    >
      {isPaying && <LoaderCircle aria-hidden className="mr-2 size-5 shrink-0 animate-spin" />}
      {isPaying ? words.processing : children}
    </button>
  );
}

const shape =
  "inline-flex items-center justify-center rounded-full px-5 py-2 font-extrabold select-none " +
  "shadow-lift transition-[transform,filter] hover:brightness-105 active:scale-[0.98] disabled:saturate-50 disabled:active:scale-100";
