import { useEffect, useRef, type ReactNode, type RefObject } from "react";
import { Link } from "react-router-dom";
import { Button } from "../../components/Button";
import { Title } from "../../components/Title";
import { useFestival } from "../../lib/festival";

type Props = {
  title: string;
  lead: string;
  linkLabel: string;
  onLink: () => void;
  children?: ReactNode;
};

/** Wraps each form of /auth, with the festival's poster above it on a phone, beside it on a wide screen. */
export function AuthLayout({ title, lead, linkLabel, onLink, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOnChange(heading, `${title} ${lead}`);
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] grid-cols-1 overflow-clip lg:grid-cols-[1.15fr_minmax(0,1fr)] lg:grid-rows-1">
      <Title>{title}</Title>
      <Poster />
      <main className="px-5 pt-9 pb-10 sm:px-8 lg:grid lg:grid-cols-1 lg:place-items-center">
        <div className="mx-auto flex w-full max-w-md flex-col gap-6">
          <div>
            <h1 ref={heading} tabIndex={-1} className="text-poster outline-none">
              {title}
            </h1>
            <p className="mt-1 text-soft">{lead}</p>
          </div>
          {children}
          <Button variant="bare" className="self-center" onClick={onLink}>
            {linkLabel}
          </Button>
        </div>
      </main>
    </div>
  );
}

/** Moves the focus to the heading when the form changes, because the pressed button was replaced. */
function useFocusOnChange(heading: RefObject<HTMLElement | null>, form: string) {
  const shown = useRef(form);
  useEffect(() => {
    if (shown.current === form) return;
    shown.current = form;
    // A field that took the focus itself keeps it.
    if (!(document.activeElement instanceof HTMLInputElement)) heading.current?.focus();
  }, [heading, form]);
}

function Poster() {
  const { name, edition } = useFestival();
  const nameWords = name.split(" ");
  const isLong = nameWords.length > MAX_STACKED_WORDS;
  return (
    <header className="relative isolate flex min-h-[30dvh] flex-col justify-end bg-night px-5 pt-[calc(2rem+var(--ribbon))] pb-10 text-paper sm:max-lg:px-[calc(50%-14rem)] lg:p-14 lg:pb-24">
      <div aria-hidden className="stagelight absolute inset-0 -z-20" />
      <div aria-hidden className={spotlight} />
      <p className="font-poster text-lead font-semibold text-marigold lg:text-title">{edition}</p>
      <Link
        to="/"
        className={`self-start rounded-sm pt-2 font-poster font-extrabold tracking-tight uppercase ${isLong ? long : "text-stage max-lg:text-[min(clamp(3rem,15vw,5rem),15vw)]"}`}
      >
        {isLong
          ? name
          : nameWords.map((word, index) => (
              <span key={index} className="block not-first:pt-[0.1em]">
                {word}
              </span>
            ))}
      </Link>
      <div aria-hidden className={wristband} />
    </header>
  );
}

/** A longer name is one smaller line of text, so that a phone shows the form without scrolling. */
const MAX_STACKED_WORDS = 3;
const long = "text-[min(2.5rem,10vw)] leading-[1.1] lg:text-[4.5rem]";

/** A spotlight in halftone dots that fade out. */
const spotlight =
  "absolute inset-y-0 right-0 -z-10 w-full max-w-full halftone text-coral opacity-70 " +
  "mask-[radial-gradient(60%_70%_at_85%_30%,#000_20%,transparent)]";

/** The wristband along the edge between poster and form. */
const wristband =
  "absolute -inset-x-4 -bottom-3 z-10 h-6 -rotate-1 band " +
  "lg:inset-x-auto lg:-right-5 lg:-top-8 lg:-bottom-8 lg:h-auto lg:w-10 lg:rotate-1";
