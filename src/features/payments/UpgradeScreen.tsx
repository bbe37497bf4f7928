import { Link } from "react-router-dom";
import { type CurrentUser, useMe } from "../../lib/attendee";
import { useUpgrade } from "../../lib/upgrading";
import { classes } from "../../components/classes";
import { Benefits } from "./Benefits";
import { BuyButton } from "./BuyButton";
import { GoldCard } from "./GoldCard";
import { goldInk } from "./goldInk";
import { Owned } from "./Owned";
import { priceOf } from "./price";
import { usePay } from "./usePay";
import { words } from "./words";

/** /upgrade: one's own card in Gold, what that gives, and the one price. */
export function UpgradeScreen() {
  const me = useMe();

  return (
    <div className="relative isolate min-h-[calc(100dvh-var(--bar))] overflow-hidden bg-night text-paper md:min-h-[calc(100dvh-4rem)]">
      <title>{me.isPremium ? words.haveGold : words.upgradeTitle}</title>
      <div aria-hidden className="absolute inset-0 -z-10 stagelight" />
      <div className="mx-auto grid max-w-5xl items-center gap-x-14 gap-y-9 px-5 pt-8 pb-10 sm:px-8 lg:grid-cols-[20rem_1fr] lg:py-14">
        <GoldCard {...me} className="mx-auto w-[min(12.5rem,55vw)] -rotate-3 lg:w-full lg:max-w-none" />
        {me.isPremium ? <Owned me={me} /> : <Offer me={me} />}
      </div>
    </div>
  );
}

function Offer({ me }: { me: CurrentUser }) {
  const { isPaying, pay } = usePay();
  const { open } = useUpgrade();

  return (
    <section className="flex min-w-0 flex-col gap-7">
      <div className="max-lg:text-center">
        <h1 className="text-poster">{words.upgradeTitle}</h1>
        <p className="mt-4 flex items-end gap-3 max-lg:justify-center">
          <span className={classes("font-poster text-stage font-extrabold tracking-tight", goldInk)}>
            {priceOf("unlimited_swipes")}
          </span>
          <span className="pb-1.5 text-left">
            <span className="block text-lead font-bold">{words.once}</span>
            <span className="block text-paper/80">{words.forFestival}</span>
          </span>
        </p>
      </div>
      <Benefits />
      <div className="flex flex-col gap-2 lg:max-w-sm">
        <BuyButton look="gold" isPaying={isPaying} onBuy={() => void pay("unlimited_swipes")}>
          {words.upgradeNow}
        </BuyButton>
        <p className="text-center text-note text-paper/75">
          {words.honest}{" "}
          <Link to="/refund-cancellation" className="inline-flex min-h-11 items-center underline underline-offset-4">
            {words.refunds}
          </Link>
        </p>
        {!me.isVIP && (
          <button
            type="button"
            disabled={isPaying}
            onClick={open}
            className="min-h-11 font-semibold text-[#d5ddec] underline decoration-2 underline-offset-4 hover:text-paper"
          >
            {words.alsoVip(priceOf("vip_boost"))}
          </button>
        )}
      </div>
    </section>
  );
}
