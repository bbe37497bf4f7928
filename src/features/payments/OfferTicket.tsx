import { BadgeCheck } from "lucide-react";
import { type Feature } from "../../../convex/shared/prices";
import { classes } from "../../components/classes";
import { BuyButton } from "./BuyButton";
import { priceOf } from "./price";
import { words } from "./words";

type Props = { feature: Feature; isOwned: boolean; isPaying: boolean; onBuy: (feature: Feature) => void };

/** One purchase as a ticket: what it is, and on the stub what it costs, once. */
export function OfferTicket({ feature, isOwned, isPaying, onBuy }: Props) {
  const { look, name, text } = offers[feature];
  return (
    <section aria-label={name} className="overflow-hidden rounded-md bg-night text-paper shadow-rest">
      <div className="flex">
        <div className="min-w-0 flex-1 p-4">
          <h3 className="text-lead">{name}</h3>
          <p className="text-paper/80">{text}</p>
        </div>
        <div
          className={classes("ticketstub flex w-28 flex-col items-center justify-center p-3 text-center", looks[look])}
        >
          <span className="font-poster text-poster font-extrabold">{priceOf(feature)}</span>
          <span className="text-note font-bold">{words.once}</span>
        </div>
      </div>
      <div className="p-4 pt-0">
        {isOwned ? (
          <p className="flex min-h-14 items-center justify-center gap-2 rounded-full border-2 border-paper/25 font-bold">
            <BadgeCheck aria-hidden className="size-5" />
            {words.have}
          </p>
        ) : (
          <BuyButton look={look} isPaying={isPaying} onBuy={() => onBuy(feature)} className="w-full">
            {words.buyNamed(name, priceOf(feature))}
          </BuyButton>
        )}
      </div>
    </section>
  );
}

const offers = {
  unlimited_swipes: { look: "gold", name: words.unlimitedSwipes, text: words.unlimitedSwipesText },
  vip_boost: { look: "vip", name: words.vipBoost, text: words.vipBoostText },
} as const;

const looks = {
  gold: "gold",
  vip: "bg-linear-to-br from-[#f4f7fd] via-[#c3cce0] to-[#9fabc6] text-night",
} as const;
