import { Link } from "react-router-dom";
import { festival } from "../../../convex/shared/festival";
import { Brand } from "../../components/Brand";
import type { Page, Section } from "./page";
import { pageWords as words } from "./pageWords";

/** From how many sections on a contents list helps more than it delays. */
const LONG = 5;

/** A page that is only read, set like a good zine: one measure, real headings, a contents list when it is long. */
export function PageScreen({ page }: { page: Page }) {
  const isLong = page.sections.length >= LONG;
  return (
    <div className="flex min-h-dvh flex-col">
      <title>{`${page.title} · ${festival.name}`}</title>
      <Masthead page={page} />
      <div className={columns}>
        <main className="order-last max-w-[65ch] lg:order-first">
          {page.sections.map((section) => (
            <PageSection key={section.heading} section={section} />
          ))}
        </main>
        {isLong && <Contents sections={page.sections} />}
      </div>
      <Pages />
    </div>
  );
}

const columns =
  "mx-auto grid w-full max-w-[calc(72rem+2.5rem)] flex-1 content-start gap-x-16 gap-y-10 px-5 py-10 " +
  "lg:grid-cols-[minmax(0,65ch)_1fr] lg:py-14";

function Masthead({ page }: { page: Page }) {
  return (
    <header className="relative isolate bg-night px-5 pb-12 text-paper">
      <div aria-hidden className="absolute inset-0 -z-10 overflow-hidden stagelight" />
      <div className="mx-auto max-w-6xl">
        <Link to="/" className="inline-flex min-h-16 items-center rounded-sm" aria-label={words.home}>
          <Brand />
        </Link>
        <h1 className="pt-6 text-stage tracking-tight uppercase max-lg:text-[clamp(2.75rem,13vw,5rem)]">
          {page.title}
        </h1>
        <p className="max-w-[44ch] pt-4 text-lead">{page.lead}</p>
        {page.updated !== undefined && (
          <p className="pt-3 text-note text-paper/75">
            {words.inForceSince} <time dateTime={page.updated}>{longDate(page.updated)}</time>
          </p>
        )}
      </div>
      <div aria-hidden className="absolute -inset-x-2 -bottom-2 h-4 -rotate-[0.4deg] band" />
    </header>
  );
}

function Contents({ sections }: { sections: Section[] }) {
  return (
    <nav aria-label={words.contents} className="self-start lg:sticky lg:top-10">
      <ol className="flex flex-col border-l-2 border-line">
        {sections.map((section) => (
          <li key={section.heading}>
            <a
              href={`#${anchorOf(section)}`}
              className="-ml-0.5 block border-l-2 border-transparent py-1.5 pl-4 text-soft hover:border-teal hover:text-ink"
            >
              {section.heading}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function PageSection({ section }: { section: Section }) {
  return (
    <section
      id={anchorOf(section)}
      aria-labelledby={`${anchorOf(section)}-heading`}
      className="scroll-mt-8 pb-10 last:pb-4"
    >
      <h2 id={`${anchorOf(section)}-heading`} className="pb-3 text-title">
        {section.heading}
      </h2>
      {section.body.map((part, n) =>
        typeof part === "string" ? (
          <p key={n} className="pb-3 leading-7">
            {part}
          </p>
        ) : (
          <ul key={n} className="flex list-disc flex-col gap-1.5 pb-3 pl-5 leading-7 marker:text-hot">
            {part.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        ),
      )}
    </section>
  );
}

function Pages() {
  return (
    <footer className="border-t-2 border-line px-5 py-4">
      <nav aria-label={words.more} className="mx-auto max-w-6xl">
        <ul className="flex flex-wrap gap-x-6">
          {words.links.map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                className="inline-flex min-h-11 items-center font-medium underline-offset-4 hover:underline"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </footer>
  );
}

function anchorOf(section: Section): string {
  return section.heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

function longDate(iso: string): string {
  return new Date(`${iso}T12:00:00Z`).toLocaleDateString("en-IN", { day: "numeric", month: "long", year: "numeric" });
}
