import { CalendarDays, Camera, Clock, type LucideIcon, MapPin, Pencil, Rocket, Sparkles } from "lucide-react";
import type { ReactNode } from "react";
import { api } from "../../../convex/_generated/api";
import { limits } from "../../../convex/shared/limits";
import { Badge, ProductBadges } from "../../components/Badge";
import { ButtonLink } from "../../components/Button";
import { CardPhotos } from "../../components/CardPhotos";
import { classes } from "../../components/classes";
import { drinkIcons, smokeIcons } from "../../components/habitIcons";
import { NameAndAge } from "../../components/NameAndAge";
import { cardSizes, nameSize } from "../../components/nameSize";
import { Page } from "../../components/Page";
import { PageLinks } from "../../components/PageLinks";
import { useFestival } from "../../lib/festival";
import { dayNames } from "../../lib/festivalDays";
import { useMe, type CurrentUser } from "../../session/useAttendee";
import { useCachedQuery } from "../../session/useCached";
import { PushSettings } from "../push/PushSettings";
import { OwnTicket } from "../tickets/OwnTicket";
import { CardPreview } from "./CardPreview";
import { DailySwipes } from "./DailySwipes";
import { DangerZone } from "./DeleteAccount";
import { AtFestivalFirst, MailSettings } from "./MemberSettings";
import { OwnData } from "./OwnData";
import { RefusedChange } from "./RefusedChange";
import { SignOutButton } from "./SignOutButton";
import { words as common } from "../../components/words";
import { ownWords } from "./ownWords";
import { words } from "./words";

/** /profile: the member's own profile, including a change under review, and the settings. */
export function ProfileScreen() {
  const me = useMe();
  const waiting = useCachedQuery(api.profiles.waiting, me.changeWaiting ? {} : "skip");
  const newest = { ...me, ...(waiting.status === "success" && waiting.data) };

  return (
    <Page title={ownWords.profile} isHeadingHidden wide>
      <div className="grid items-start gap-8 lying:grid-cols-[13rem_1fr] md:grid-cols-[minmax(0,22rem)_1fr] md:gap-12">
        <Poster me={newest} />
        <div className="flex min-w-0 flex-col gap-8">
          <RefusedChange />
          {me.changeWaiting && (
            <p role="status" className="rounded-md bg-tealwash px-4 py-3 text-teal">
              <b className="flex items-center gap-2">
                <Clock aria-hidden className="size-5 shrink-0" />
                {ownWords.waitingForReview}
              </b>
              {ownWords.changeWaiting}
            </p>
          )}
          {!me.isPremium && <DailySwipes left={me.swipesRemaining} resetAt={me.swipesResetAt} />}
          <Details me={newest} />
          <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
            <ButtonLink to="/edit-profile" variant="quiet">
              <Pencil aria-hidden className="size-5" />
              {words.editTitle}
            </ButtonLink>
            <CardPreview me={me} label={me.changeWaiting ? ownWords.seenNow : ownWords.asOthers} />
            {!me.isPremium && (
              <ButtonLink to="/upgrade">
                <Sparkles aria-hidden className="size-5" />
                {ownWords.getGold}
              </ButtonLink>
            )}
            {!me.isVIP && (
              <ButtonLink to="/upgrade" variant="quiet">
                <Rocket aria-hidden className="size-5" />
                {ownWords.vipBoost}
              </ButtonLink>
            )}
            <SignOutButton />
          </div>
          {(me.atFestival || me.atFestivalFirst !== null) && <OwnTicket />}
          {me.atFestivalFirst !== null && <AtFestivalFirst on={me.atFestivalFirst} />}
          <PushSettings />
          <MailSettings newLikes={me.mailNewLikes} notices={me.mailNotices} />
          <OwnData />
          <DangerZone />
        </div>
      </div>
      <footer className="mt-10 border-t-2 border-line pt-3 text-note text-soft">
        <PageLinks />
      </footer>
    </Page>
  );
}

function Poster({ me }: { me: CurrentUser }) {
  const { name: festival } = useFestival();
  const facts = [me.gender === null ? "" : words.genders[me.gender], me.course, ownWords.yearOf(me.year)].filter(
    (fact) => fact !== "",
  );
  return (
    <section className={classes(poster, me.isPremium ? "gold p-1 shadow-glow" : "shadow-lift")}>
      <div className="relative overflow-hidden bg-night text-paper sm:rounded-[1.375rem]">
        <div className="relative aspect-4/5">
          <CardPhotos name={me.name} photos={me.photos} isFront hasKeys={false} />
        </div>
        <div className="pointer-events-none scrim absolute inset-x-0 bottom-0 flex flex-col gap-2 px-5 pt-20 pb-5">
          <div className="flex flex-wrap gap-2 empty:hidden">
            {me.changeWaiting && <Badge variant="plain">{ownWords.waitingForReview}</Badge>}
            {me.isPremium && <Badge variant="gold">{ownWords.gold}</Badge>}
            <ProductBadges {...me} />
          </div>
          <h2 dir="auto" className={nameSize(me.name, cardSizes)}>
            <NameAndAge {...me} tickClassName="ml-2 text-title" />
          </h2>
          {facts.length > 0 && <p className="text-paper/90">{facts.join(" · ")}</p>}
          {me.atFestival && (
            <p className="flex items-center gap-1.5 font-semibold">
              <MapPin aria-hidden className="size-4.5 shrink-0 text-marigold" />
              {common.atFestival(festival)}
            </p>
          )}
        </div>
      </div>
    </section>
  );
}

const poster = "-mx-4 -mt-6 sm:mx-0 sm:mt-0 sm:rounded-lg lying:mx-0 lying:mt-0 md:sticky md:top-24";

function Details({ me }: { me: CurrentUser }) {
  return (
    <div className="flex flex-col gap-6">
      <Section title={ownWords.aboutMe}>
        <p dir="auto" className="text-lead whitespace-pre-line">
          {me.bio}
        </p>
      </Section>
      {me.hobbies.length > 0 && (
        <Section title={words.hobbies}>
          <ul className="flex flex-wrap gap-2">
            {me.hobbies.map((hobby) => (
              <li key={hobby} className="rounded-full border-2 border-line bg-raised px-3.5 py-1 font-medium">
                {hobby}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title={words.habits}>
        <ul className="flex flex-wrap gap-x-8 gap-y-2">
          <Habit icons={drinkIcons} name={words.drinking} value={me.drinking} />
          <Habit icons={smokeIcons} name={words.smoking} value={me.smoking} />
        </ul>
      </Section>
      <Meeting {...me} />
      <Section title={ownWords.instagram}>
        <a
          href={`https://www.instagram.com/${encodeURIComponent(me.instagramHandle)}`}
          target="_blank"
          rel="noopener noreferrer"
          className="-mt-1 inline-flex min-h-11 items-center gap-2 font-semibold text-teal underline decoration-2 underline-offset-4 hover:text-ink"
        >
          <Camera aria-hidden className="size-5" />@{me.instagramHandle}
        </a>
      </Section>
    </div>
  );
}

/** The days at the festival, which the card shows, and the chosen ages, which nobody else sees. */
function Meeting({ festivalDays, ageRange: { min, max } }: CurrentUser) {
  const days = dayNames(useFestival(), festivalDays, common.allDays);
  const isAnyAge = min <= limits.ageMin && max >= limits.ageMax;
  return (
    <>
      {days !== null && (
        <Section title={words.days}>
          <p className="flex items-center gap-2 font-semibold">
            <CalendarDays aria-hidden className="size-5 text-soft" />
            {days}
          </p>
        </Section>
      )}
      {!isAnyAge && (
        <Section title={words.meeting}>
          <p className="font-semibold">{ownWords.ages(min, max)}</p>
          <p className="text-note text-soft">{ownWords.agesSeen}</p>
        </Section>
      )}
    </>
  );
}

function Habit({ icons, name, value }: { icons: Record<string, LucideIcon>; name: string; value: string | null }) {
  if (value === null) return null;
  const Icon = icons[value];
  return (
    <li className="flex items-center gap-2">
      {Icon !== undefined && <Icon aria-hidden className="size-5 text-soft" />}
      <span className="text-soft">{name}</span>
      <span className="font-semibold">{value}</span>
    </li>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-lead text-soft">{title}</h3>
      {children}
    </section>
  );
}
