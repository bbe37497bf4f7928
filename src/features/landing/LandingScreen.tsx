import { ArrowRight, UserRound } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { Link } from "react-router-dom";
import type { FestivalPage } from "../../../convex/shared/festivalTexts";
import { Brand } from "../../components/Brand";
import { ButtonLink } from "../../components/Button";
import { DocumentTitle } from "../../components/Title";
import { followFestival, useFestival } from "../../lib/festival";
import { lazyScript } from "../../lib/lazyPart";
import { useClockOffset } from "../../lib/serverClock";
import { useStoredSession } from "../../session/storedSession";
import { Crowd, Sun } from "./Crowd";
import { words } from "./words";

/** The public front page. Reads from the browser's storage whether there is a session. */
export function LandingScreen() {
  const { name, edition } = useFestival();
  useEffect(followFestival, []);
  return (
    <>
      <DocumentTitle>{words.title(name, edition)}</DocumentTitle>
      <LandingPage />
    </>
  );
}

/** The page's content, also used for the preview of settings. */
export function LandingPage({ isPreview = false }: { isPreview?: boolean }) {
  const signedIn = useStoredSession("attendee");
  return (
    <div className="flex min-h-dvh flex-col">
      <div className="relative isolate flex min-h-[94svh] flex-col overflow-hidden pb-72 lg:pb-40">
        <div aria-hidden className="absolute inset-0 -z-20 stagelight" />
        <Sun className={sun} />
        <Crowd className="absolute -bottom-px left-1/2 -z-10 w-full min-w-[46rem] sm:min-w-[62rem] -translate-x-1/2" />
        <Header signedIn={signedIn} />
        <Poster signedIn={signedIn} isPreview={isPreview} />
      </div>
      <OwnPicture />
      <Blurbs />
      <Footer />
    </div>
  );
}

function Header({ signedIn }: { signedIn: boolean }) {
  const { appState } = useFestival();
  // The prerendered page never shows the end: see `usePhase`.
  const isErased = usePhase() === "after" && appState === "erased";
  return (
    <header className="mx-auto flex min-h-16 w-full max-w-6xl items-center justify-between gap-4 px-5 pt-[env(safe-area-inset-top)]">
      <Brand />
      {/* After the erasing no accounts exist. */}
      {!isErased && (
        <Link to={signedIn ? "/profile" : "/login"} className={headerLink}>
          {signedIn && <UserRound aria-hidden className="size-5" />}
          {signedIn ? words.profile : words.signIn}
        </Link>
      )}
    </header>
  );
}

function Poster({ signedIn, isPreview }: { signedIn: boolean; isPreview: boolean }) {
  // A page has one `h1` and one `main`. A preview must not add more.
  const [Main, Title] = isPreview ? (["div", "p"] as const) : (["main", "h1"] as const);
  const { line, erasing, appState } = useFestival();
  const phase = usePhase();
  const { headline } = phase === "after" ? words.after : words;
  // The prerendered page never shows the end: see `usePhase`.
  const isErased = phase === "after" && appState === "erased";
  const goodbyeLead = isErased ? words.after.erased : words.after.lead(erasing);
  const { to, label } =
    phase === "after" ? goodbye(signedIn, appState) : { to: signedIn ? "/swipe" : "/auth", label: words.getStarted };
  return (
    <Main className="mx-auto flex w-full max-w-6xl flex-1 flex-col items-start gap-6 px-5 pt-6 sm:pt-10">
      <WristbandBadge />
      <Title className="text-stage font-poster font-extrabold tracking-tight uppercase">
        {headline.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </Title>
      <p className="max-w-[34ch] text-lead font-medium">{phase === "after" ? goodbyeLead : words.lead}</p>
      <p className="-mt-3 max-w-[34ch] text-lead font-semibold text-hot empty:hidden">{line}</p>
      {!isErased && (
        <ButtonLink to={to} className="min-h-14 px-8 text-lead shadow-lift">
          {label}
          <ArrowRight aria-hidden className="size-5" strokeWidth={2.5} />
        </ButtonLink>
      )}
      {phase === "before" && <Countdown />}
    </Main>
  );
}

/** Returns the link after the festival: to the matches until the app closes, then to the person's data. */
function goodbye(signedIn: boolean, appState: FestivalPage["appState"]) {
  if (appState === "closed") return { to: signedIn ? "/profile" : "/login", label: words.after.yourData };
  return signedIn
    ? { to: "/matches", label: words.after.seeMatches }
    : { to: "/login", label: words.after.signInToSee };
}

/**
 * Returns the festival's phase. The prerendered page assumes "during", and the browser corrects it by its clock. The server's clock then
 * corrects a wrong one.
 */
function usePhase() {
  const byPhone = usePhaseWith(0);
  const offset = useClockOffset(byPhone !== "during");
  return usePhaseWith(offset);
}

/** `offset`: how far (ms) the server's clock is ahead of this phone's. */
function usePhaseWith(offset: number) {
  const festival = useFestival();
  return useSyncExternalStore(
    () => () => undefined,
    () => phaseAt(Date.now() + offset, festival),
    () => "during" as const,
  );
}

function phaseAt(now: number, { startsAt, endsAt }: FestivalPage) {
  if (startsAt !== null && now < startsAt) return "before";
  return endsAt !== null && now >= endsAt ? "after" : "during";
}

const { Part: Countdown } = lazyScript(async () => (await import("./Countdown")).Countdown);

function WristbandBadge() {
  const { edition, days } = useFestival();
  return (
    <p className="-ml-8 flex -rotate-2 items-center gap-2 rounded-r-sm band py-2 pr-2 pl-8 text-[clamp(0.6875rem,3.1vw,0.8125rem)] font-bold tracking-wide sm:gap-3 text-onhot uppercase shadow-rest">
      <span className="rounded-sm bg-paper px-2 py-0.5 text-night">{`${words.badge} ${edition}`}</span>
      <span className="rounded-sm bg-paper px-2 py-0.5 whitespace-nowrap text-night empty:hidden">{days}</span>
      <span aria-hidden className="size-4 shrink-0 rounded-full border-4 border-night bg-paper" />
    </p>
  );
}

/**
 * The organisers' picture, below the first screenful. Its box has a fixed shape, so nothing moves when the picture loads. Without a picture
 * the box is hidden. The served HTML already has the URL filled in.
 */
function OwnPicture() {
  const { picture } = useFestival();
  return (
    <div className={picturePlace}>
      <img
        src={picture || undefined}
        suppressHydrationWarning
        alt=""
        loading="lazy"
        decoding="async"
        width={1600}
        height={900}
        className="mx-auto aspect-video w-full max-w-6xl rounded-md object-cover"
      />
    </div>
  );
}

function Blurbs() {
  return (
    <section aria-label={words.blurbsTitle} className="bg-pit text-ink">
      <ul className="mx-auto grid w-full max-w-6xl gap-8 px-5 py-16 md:grid-cols-3">
        {words.blurbs.map(({ title, text }, index) => (
          <li key={title} className={leans[index]}>
            <span aria-hidden className={tapes[index]} />
            <h2 className="text-title">{title}</h2>
            <p className="mt-2 text-soft">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Footer() {
  const { name, edition, socialUrl } = useFestival();
  // The prerendered page shows the edition. The browser then shows the current year.
  const year = useSyncExternalStore(
    () => () => undefined,
    () => String(new Date().getFullYear()),
    () => edition,
  );
  return (
    <footer className="border-t border-paper/15 bg-pit text-paper">
      <div className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-5 py-10 pb-[calc(2.5rem+env(safe-area-inset-bottom))] sm:flex-row sm:items-end sm:justify-between">
        <nav aria-label={words.footer}>
          <ul className="flex flex-wrap gap-x-6">
            {words.links.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className={footerLink}>
                  {label}
                </Link>
              </li>
            ))}
            <li>
              <a href={socialUrl} target="_blank" rel="noreferrer" className={`${footerLink} [&[href='']]:hidden`}>
                {words.social}
              </a>
            </li>
          </ul>
        </nav>
        <p className="shrink-0 text-note text-paper/75 tabular-nums">{words.copyright(year, name)}</p>
      </div>
    </footer>
  );
}

const picturePlace = "bg-pit px-5 pt-12 has-[img[src='']]:hidden has-[img:not([src])]:hidden";
// Below the text on a phone, beside it on a wide screen.
const sun =
  "absolute left-1/2 -z-10 w-[min(21rem,90vw)] -translate-x-1/2 -bottom-12 sm:-bottom-10 sm:left-auto sm:-right-[14%] sm:translate-x-0 sm:w-[38rem] lg:w-[min(46rem,52vw)] lg:right-[5%] lg:-bottom-16";
const headerLink = "inline-flex min-h-11 shrink-0 items-center gap-2 font-semibold hover:underline";
const footerLink = "inline-flex min-h-11 items-center font-medium underline-offset-4 hover:underline";
const sheet = "relative rounded-sm bg-raised p-6 pt-8 shadow-rest ";
const leans = [`${sheet} -rotate-1`, `${sheet} rotate-1 md:translate-y-4`, `${sheet} -rotate-[0.5deg]`];
const tape = "absolute -top-3 h-6 w-20 opacity-85 ";
const tapes = [
  `${tape} left-8 -rotate-6 bg-coral`,
  `${tape} left-1/2 rotate-3 bg-marigold`,
  `${tape} right-8 -rotate-3 bg-teal`,
];
