import { Camera, Cigarette, Pencil, Rocket, Sparkles, Wine } from "lucide-react";
import type { ReactNode } from "react";
import { Badge, VipBadge } from "../../components/Badge";
import { ButtonLink } from "../../components/Button";
import { classes } from "../../components/classes";
import { NameAndAge } from "../../components/NameAndAge";
import { cardSizes, nameSize } from "../../components/nameSize";
import { Page } from "../../components/Page";
import { PageLinks } from "../../components/PageLinks";
import { Photo } from "../../components/Photo";
import { useMe, type CurrentUser } from "../../session/useAttendee";
import { PushSettings } from "../push/PushSettings";
import { CardPreview } from "./CardPreview";
import { DangerZone } from "./DangerZone";
import { DailySwipes } from "./DailySwipes";
import { MailSettings } from "./MailSettings";
import { RefusedChange } from "./RefusedChange";
import { SignOutButton } from "./SignOutButton";
import { words } from "./words";

/** /profile: one's own card with everything on it, settings, and sign-out. */
export function ProfileScreen() {
  const me = useMe();

  return (
    <Page title={words.profile} quiet wide>
      <div className="grid items-start gap-8 md:grid-cols-[minmax(0,22rem)_1fr] md:gap-12">
        <Poster me={me} />
        <div className="flex min-w-0 flex-col gap-8">
          <RefusedChange />
          {me.changeWaiting && (
            <p role="status" className="rounded-md bg-tealwash px-4 py-3 text-teal">
              {words.changeWaiting}
            </p>
          )}
          {!me.isPremium && <DailySwipes left={me.swipesRemaining} resetAt={me.swipesResetAt} />}
          <Details me={me} />
          <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
            <ButtonLink to="/edit-profile" look="quiet">
              <Pencil aria-hidden className="size-5" />
              {words.editTitle}
            </ButtonLink>
            <CardPreview me={me} />
            {!me.isPremium && (
              <ButtonLink to="/upgrade">
                <Sparkles aria-hidden className="size-5" />
                {words.getGold}
              </ButtonLink>
            )}
            {!me.isVIP && (
              <ButtonLink to="/upgrade" look="quiet">
                <Rocket aria-hidden className="size-5" />
                {words.vipBoost}
              </ButtonLink>
            )}
            <SignOutButton />
          </div>
          <PushSettings />
          <MailSettings newLikes={me.mailNewLikes} />
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
  const facts = [me.gender === null ? "" : words.genders[me.gender], me.course, words.yearOf(me.year)].filter(
    (fact) => fact !== "",
  );
  return (
    <section className={classes(poster, me.isPremium ? "gold p-1 shadow-glow" : "shadow-lift")}>
      <div className="relative overflow-hidden bg-night text-paper sm:rounded-[1.375rem]">
        <div className="aspect-4/5">
          <Photo src={me.photoURL} photo={me.photos[0]} name={me.name} fetchPriority="high" />
        </div>
        <div className="scrim absolute inset-x-0 bottom-0 flex flex-col gap-2 px-5 pt-20 pb-5">
          {(me.isPremium || me.isVIP) && (
            <div className="flex gap-2">
              {me.isPremium && <Badge look="gold">{words.gold}</Badge>}
              {me.isVIP && <VipBadge />}
            </div>
          )}
          <h2 dir="auto" className={nameSize(me.name, cardSizes)}>
            <NameAndAge {...me} tick="ml-2 text-title" />
          </h2>
          {facts.length > 0 && <p className="text-paper/90">{facts.join(" · ")}</p>}
        </div>
      </div>
    </section>
  );
}

const poster = "-mx-4 -mt-6 sm:mx-0 sm:mt-0 sm:rounded-lg md:sticky md:top-24";

function Details({ me }: { me: CurrentUser }) {
  return (
    <div className="flex flex-col gap-6">
      <Part title={words.aboutMe}>
        <p dir="auto" className="text-lead whitespace-pre-line">
          {me.bio}
        </p>
      </Part>
      {me.hobbies.length > 0 && (
        <Part title={words.hobbies}>
          <ul className="flex flex-wrap gap-2">
            {me.hobbies.map((hobby) => (
              <li key={hobby} className="rounded-full border-2 border-line bg-raised px-3.5 py-1 font-medium">
                {hobby}
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title={words.habits}>
        <ul className="flex flex-wrap gap-x-8 gap-y-2">
          <Habit icon={<Wine aria-hidden className="size-5 text-soft" />} name={words.drinking} value={me.drinking} />
          <Habit
            icon={<Cigarette aria-hidden className="size-5 text-soft" />}
            name={words.smoking}
            value={me.smoking}
          />
        </ul>
      </Part>
      <Part title={words.instagram}>
        <a
          href={`https://www.instagram.com/${encodeURIComponent(me.instagramHandle)}`}
          target="_blank"
          rel="noopener noreferrer"
          className="-mt-1 inline-flex min-h-11 items-center gap-2 font-semibold text-teal underline decoration-2 underline-offset-4 hover:text-ink"
        >
          <Camera aria-hidden className="size-5" />@{me.instagramHandle}
        </a>
      </Part>
    </div>
  );
}

function Habit({ icon, name, value }: { icon: ReactNode; name: string; value: string | null }) {
  if (value === null) return null;
  return (
    <li className="flex items-center gap-2">
      {icon}
      <span className="text-soft">{name}</span>
      <span className="font-semibold">{value}</span>
    </li>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-lead text-soft">{title}</h3>
      {children}
    </section>
  );
}
