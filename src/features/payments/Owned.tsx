import { ButtonLink } from "../../components/Button";
import { classes } from "../../components/classes";
import type { CurrentUser } from "../../session/useAttendee";
import { goldInk } from "./goldInk";
import { OfferTicket } from "./OfferTicket";
import { usePay } from "./usePay";
import { words } from "./words";
import { timeText } from "../../lib/clock";

/** For people with Gold: since when they have it, and VIP if they have not bought that yet. */
export function Owned({ me }: { me: CurrentUser }) {
  const { isPaying, pay } = usePay();

  return (
    <section className="flex flex-col gap-5">
      <div role="status" className="max-lg:text-center">
        <h1 className={classes("text-[min(clamp(2.75rem,13vw,5rem),13.75vw)]/none tracking-tight uppercase", goldInk)}>
          {words.haveGold}
        </h1>
        <p className="mt-3 text-lead">{words.haveGoldText}</p>
        {me.isVIP && <p className="text-lead">{words.haveVipText}</p>}
        {me.premiumPurchasedAt !== null && (
          <p className="mt-1 text-paper/75">{words.since(timeText(me.premiumPurchasedAt, "longDay"))}</p>
        )}
      </div>
      <ButtonLink to="/swipe" className="lg:max-w-sm">
        {words.startSwiping}
      </ButtonLink>
      {!me.isVIP && (
        <OfferTicket
          on="night"
          feature="vip_boost"
          isOwned={false}
          isPaying={isPaying}
          onBuy={(vip) => void pay(vip)}
        />
      )}
    </section>
  );
}
