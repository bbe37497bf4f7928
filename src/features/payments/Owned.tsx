import { festival } from "../../../convex/shared/festival";
import { ButtonLink } from "../../components/Button";
import { classes } from "../../components/classes";
import { type CurrentUser } from "../../lib/attendee";
import { useUpgrade } from "../../lib/upgrading";
import { Benefits } from "./Benefits";
import { goldInk } from "./goldInk";
import { priceOf } from "./price";
import { words } from "./words";

/** For whoever has Gold: that it is on, since when, and the one thing that is left to buy. */
export function Owned({ me }: { me: CurrentUser }) {
  const { open } = useUpgrade();

  return (
    <section className="flex min-w-0 flex-col gap-7">
      <div role="status" className="max-lg:text-center">
        <h1 className={classes("text-stage tracking-tight uppercase max-lg:text-[clamp(2.75rem,13vw,5rem)]", goldInk)}>
          {words.haveGold}
        </h1>
        <p className="mt-3 text-lead">{words.haveGoldText}</p>
        {me.premiumPurchasedAt !== null && (
          <p className="mt-1 text-paper/75">{words.since(dayOf(me.premiumPurchasedAt))}</p>
        )}
        {me.isVIP && <p className="mt-3 text-paper/75">{words.haveVipText}</p>}
      </div>
      <Benefits />
      <div className="flex flex-col gap-2 lg:max-w-sm">
        <ButtonLink to="/swipe">{words.startSwiping}</ButtonLink>
        {!me.isVIP && (
          <button
            type="button"
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

function dayOf(instant: number): string {
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: festival.timeZone }).format(
    instant,
  );
}
