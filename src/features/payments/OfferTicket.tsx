import { BadgeCheck } from "lucide-react";
import type { Feature } from "../../../convex/shared/prices";
import { classes } from "../../components/classes";
import { BuyButton, priceOf, productStyles } from "./BuyButton";
import { words } from "./words";

type Props = {
  feature: Feature;
  isOwned: boolean;
  isPaying: boolean;
  onBuy: (feature: Feature) => void;
  /** The background behind the ticket. Its colour shows in the two notches. */
  background: "raised" | "night";
};

/** One product as a ticket, with the one-time price on the stub. */
export function OfferTicket({ feature, isOwned, isPaying, onBuy, background }: Props) {
  const { title, text } = words.products[feature];
  return (
    <section
      aria-label={title}
      className="flex shrink-0 flex-wrap overflow-hidden rounded-md bg-nightraised text-paper shadow-rest"
    >
      <div className="flex min-w-0 grow-999 basis-40 flex-col gap-3 p-4">
        <div className="flex-1">
          <h3 className="text-lead">{title}</h3>
          <p className="text-paper/80">{text}</p>
        </div>
        {isOwned ? (
          <p className="flex min-h-12 items-center gap-2 font-bold text-[#f3d98b]">
            <BadgeCheck aria-hidden className="size-5" />
            {words.have}
          </p>
        ) : (
          <BuyButton feature={feature} isPaying={isPaying} onBuy={() => onBuy(feature)}>
            {words.buy(priceOf(feature))}
            <span className="sr-only">: {title}</span>
          </BuyButton>
        )}
      </div>
      <div className={classes(stub, productStyles[feature])}>
        <span className="font-poster text-poster font-extrabold tabular-nums">{priceOf(feature)}</span>
        <span className="text-note font-bold">{words.once}</span>
        {["-top-2.5", "-bottom-2.5"].map((edge) => (
          <span
            key={edge}
            aria-hidden
            className={classes("absolute -left-2.5 size-5 rounded-full", notchClasses[background], edge)}
          />
        ))}
      </div>
    </section>
  );
}

/** Beside the text, or below it if large fonts leave no room. */
const stub =
  "relative flex w-24 shrink-0 grow flex-col items-center justify-center border-l-2 border-dashed border-night/50 text-center sm:w-28";

const notchClasses = { raised: "bg-raised", night: "bg-night" } as const;
