import { LoaderCircle } from "lucide-react";
import type { ReactNode } from "react";
import { products, type Feature } from "../../../convex/shared/prices";
import { classes } from "../../components/classes";
import { money } from "../../lib/money";
import { useOpenNow } from "../../lib/useOpenNow";
import { words } from "./words";

type Props = {
  feature: Feature;
  large?: boolean;
  isPaying: boolean;
  onBuy: () => void;
  children: ReactNode;
};

/** The buy button in its product's style. Disabled and labelled during a payment. Replaced by a sentence while sales are closed. */
export function BuyButton({ feature, large = false, isPaying, onBuy, children }: Props) {
  const { sales } = useOpenNow();
  if (!sales) {
    return (
      <p role="status" className="flex min-h-12 items-center font-bold">
        {words.notSold}
      </p>
    );
  }
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

export function priceOf(feature: Feature): string {
  return money(products[feature].price);
}

/** Gold text. Only for dark backgrounds. */
export const goldInk = "bg-linear-to-br from-[#fff1c4] via-[#e6bd62] to-[#c08f33] bg-clip-text text-transparent";

export const productStyles: Record<Feature, string> = {
  unlimited_swipes: "gold",
  vip_boost: "bg-linear-to-br from-[#f4f7fd] via-[#c3cce0] to-[#9fabc6] text-night",
};

const shape =
  "inline-flex items-center justify-center rounded-full px-5 py-2 font-extrabold select-none " +
  "shadow-lift transition-[transform,filter] hover:brightness-105 active:scale-[0.98] disabled:saturate-50 disabled:active:scale-100";
