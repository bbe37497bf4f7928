import { Title } from "../../components/Title";
import { useMe } from "../../session/useAttendee";
import { Benefits } from "./Benefits";
import { GoldCard } from "./GoldCard";
import { Offer } from "./Offer";
import { Owned } from "./Owned";
import { words } from "./words";

/** /upgrade: one's own card with Gold, the price, and what Gold gives. */
export function UpgradeScreen() {
  const me = useMe();

  return (
    <div
      data-night
      className="relative isolate min-h-[calc(100dvh-var(--bar))] overflow-hidden bg-night text-paper md:min-h-[calc(100dvh-4rem)]"
    >
      <Title>{me.isPremium ? words.haveGold : words.upgradeTitle}</Title>
      <div aria-hidden className="absolute inset-0 -z-10 stagelight" />
      <div className="mx-auto grid max-w-5xl items-center gap-x-16 gap-y-8 px-5 pt-9 pb-10 sm:px-8 lg:grid-cols-[20rem_1fr] lg:py-14">
        <GoldCard {...me} className="mx-auto w-[min(12.5rem,54vw)] -rotate-3 sm:w-56 lg:w-full" />
        <div className="mx-auto flex w-full max-w-xl min-w-0 flex-col gap-7 lg:mx-0">
          {me.isPremium ? <Owned me={me} /> : <Offer me={me} />}
          <Benefits />
        </div>
      </div>
    </div>
  );
}
