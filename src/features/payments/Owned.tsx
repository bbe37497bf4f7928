import { features, products, type Feature } from "../../../convex/shared/prices";
import { ButtonLink } from "../../components/Button";
import { classes } from "../../components/classes";
import type { CurrentUser } from "../../session/useAttendee";
import { goldInk } from "./BuyButton";
import { OfferTicket } from "./OfferTicket";
import { usePay } from "./usePay";
import { words } from "./words";
import { timeText } from "../../lib/clock";

const others = features.filter((feature) => feature !== "unlimited_swipes");

export function Owned({ me }: { me: CurrentUser }) {
  const { isPaying, pay } = usePay();
  const isOwned = (feature: Feature) => me[products[feature].has];

  return (
    <section className="flex flex-col gap-5">
      <div role="status" className="max-lg:text-center">
        <h1 className={classes("text-[min(clamp(2.75rem,13vw,5rem),13.75vw)]/none tracking-tight uppercase", goldInk)}>
          {words.haveGold}
        </h1>
        <p className="mt-3 text-lead">{words.products.unlimited_swipes.haveText}</p>
        {others.filter(isOwned).map((feature) => (
          <p key={feature} className="text-lead">
            {words.products[feature].haveText}
          </p>
        ))}
        {me.premiumPurchasedAt !== null && (
          <p className="mt-1 text-paper/75">{words.since(timeText(me.premiumPurchasedAt, "longDay"))}</p>
        )}
      </div>
      <ButtonLink to="/swipe" className="lg:max-w-sm">
        {words.startSwiping}
      </ButtonLink>
      {others
        .filter((feature) => !isOwned(feature))
        .map((feature) => (
          <OfferTicket
            key={feature}
            background="night"
            {...{ feature, isPaying }}
            isOwned={false}
            onBuy={() => void pay(feature)}
          />
        ))}
    </section>
  );
}
