import { Link } from "react-router-dom";
import { features, products } from "../../../convex/shared/prices";
import { classes } from "../../components/classes";
import type { CurrentUser } from "../../session/useAttendee";
import { useOpenNow } from "../../lib/useOpenNow";
import { useFestival } from "../../lib/festival";
import { longDay } from "../../lib/festivalDays";
import { useUpgrade } from "../../lib/useUpgrade";
import { BuyButton, goldInk, priceOf } from "./BuyButton";
import { usePay } from "./usePay";
import { words } from "./words";

export function Offer({ me }: { me: CurrentUser }) {
  const { isPaying, pay } = usePay();
  const { sales } = useOpenNow();
  const { lastDay } = useFestival();
  const { open } = useUpgrade();

  return (
    <section className="flex flex-col gap-5">
      <div className="max-lg:text-center">
        <h1 className="text-poster">{words.upgradeTitle}</h1>
        <p className="mt-4 flex items-center gap-3.5 max-lg:justify-center">
          <span className={classes("font-poster text-stage font-extrabold tracking-tight", goldInk)}>
            {priceOf("unlimited_swipes")}
          </span>
          <span className="text-left">
            <span className="block text-lead font-bold">{words.once}</span>
            <span className="block text-paper/80">{words.forFestival}</span>
            {lastDay !== null && <span className="block text-paper/80">{words.until(longDay(lastDay))}</span>}
          </span>
        </p>
      </div>
      <div className="flex flex-col lg:max-w-sm">
        <BuyButton feature="unlimited_swipes" large isPaying={isPaying} onBuy={() => void pay("unlimited_swipes")}>
          {words.upgradeNow}
        </BuyButton>
        <p className="mt-2 text-center text-note text-paper/80">
          {words.honest}{" "}
          <Link to="/refund-cancellation" className="inline-flex min-h-11 items-center underline underline-offset-4">
            {words.refunds}
          </Link>
        </p>
        {sales &&
          others
            .filter((feature) => !me[products[feature].has])
            .map((feature) => (
              <button key={feature} type="button" disabled={isPaying} onClick={open} className={also}>
                {`${words.products[feature].also} ${products[feature].fullName}, ${priceOf(feature)}`}
              </button>
            ))}
      </div>
    </section>
  );
}

const others = features.filter((feature) => feature !== "unlimited_swipes");
const also =
  "min-h-11 font-semibold text-[#d5ddec] underline decoration-2 underline-offset-4 hover:text-paper disabled:opacity-60";
