import { BadgeCheck, Eye, Infinity as Endless, ListStart, Sparkles, Star, type LucideIcon } from "lucide-react";
import { Link } from "react-router-dom";
import { features, products, type Feature } from "../../../convex/shared/prices";
import { ButtonLink } from "../../components/Button";
import { classes } from "../../components/classes";
import { NameAndAge } from "../../components/NameAndAge";
import { nameSize } from "../../components/nameSize";
import { Photo } from "../../components/Photo";
import { Title } from "../../components/Title";
import { timeText } from "../../lib/clock";
import { useFestival } from "../../lib/festival";
import { longDay } from "../../lib/festivalDays";
import { useOpenNow } from "../../lib/useOpenNow";
import { useUpgrade } from "../../lib/useUpgrade";
import { useMe, type CurrentUser } from "../../session/useAttendee";
import { BuyButton, goldInk, priceOf } from "./BuyButton";
import { OfferTicket } from "./OfferTicket";
import { usePay } from "./usePay";
import { words } from "./words";

/** /upgrade: the member's own card with Gold, the price, and the benefits. */
export function UpgradeScreen() {
  const me = useMe();

  return (
    <div
      data-night
      className="relative isolate min-h-[calc(100dvh-var(--bar))] overflow-hidden bg-night pt-(--ribbon) text-paper md:min-h-[calc(100dvh-4rem)]"
    >
      <Title>{me.isPremium ? words.haveGold : words.upgradeTitle}</Title>
      <div aria-hidden className="absolute inset-0 -z-10 stagelight" />
      <div className="mx-auto grid max-w-5xl items-center gap-x-16 gap-y-8 px-5 pt-9 pb-10 sm:px-8 lg:grid-cols-[20rem_1fr] lg:py-14">
        <GoldCard me={me} className="mx-auto w-[min(12.5rem,54vw)] -rotate-3 sm:w-56 lg:w-full" />
        <div className="mx-auto flex w-full max-w-xl min-w-0 flex-col gap-7 lg:mx-0">
          {me.isPremium ? <Owned me={me} /> : <Offer me={me} />}
          <Benefits />
        </div>
      </div>
    </div>
  );
}

function Benefits() {
  return (
    <ul aria-label={words.benefitsTitle} className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
      {benefits.map(({ icon: Icon, title, text }) => (
        <li key={title} className="flex items-start gap-3.5">
          <span
            aria-hidden
            className="grid size-10 shrink-0 place-items-center rounded-full border border-[#ecc968]/50"
          >
            <Icon className="size-5 text-[#f3d98b]" />
          </span>
          <span className="min-w-0">
            <span className="block font-bold">{title}</span>
            <span className="block text-note text-paper/75">{text}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

const benefits: ({ icon: LucideIcon } & { title: string; text: string })[] = [
  { icon: Endless, ...words.benefits.unlimited },
  { icon: ListStart, ...words.benefits.priority },
  { icon: Eye, ...words.benefits.visibility },
  { icon: BadgeCheck, ...words.benefits.tick },
  { icon: Sparkles, ...words.benefits.glow },
  { icon: Star, ...words.benefits.superLike },
];

/** The member's own card with the frame, glow and tick of Gold. */
function GoldCard({ me: { name, age, photos }, className }: { me: CurrentUser; className: string }) {
  return (
    <div className={classes("relative", className)}>
      <div aria-hidden className="absolute -inset-10 rounded-full bg-[#e9b949]/45 blur-3xl" />
      <figure className="relative gold rounded-lg p-1.5 shadow-lift">
        <div className="relative aspect-4/5 overflow-hidden rounded-[1.2rem] bg-nightraised text-paper">
          <Photo photo={photos[0]} name={name} />
          <figcaption className="absolute inset-x-0 bottom-0 px-[min(1rem,4vw)] pt-[min(3.5rem,14vw)] pb-3.5 scrim">
            <span className={classes("block font-poster font-extrabold text-balance", nameSize(name, sizes))}>
              <NameAndAge name={name} age={age} isPremium tickClassName="ml-1.5 align-[-0.04em] text-lead" />
            </span>
          </figcaption>
        </div>
      </figure>
    </div>
  );
}

/** The card is slightly wider than half a phone. */
const sizes = [
  [15, 32, "text-title"],
  [Infinity, Infinity, "text-body/5 lg:text-title"],
] as const;

function Offer({ me }: { me: CurrentUser }) {
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

function Owned({ me }: { me: CurrentUser }) {
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
