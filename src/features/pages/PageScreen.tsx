import type { FestivalPage } from "../../../convex/shared/festivalTexts";
import { PublicPage } from "../../components/PublicPage";
import { useFestival } from "../../lib/festival";
import type { Page, Section } from "./page";
import { pageWords as words } from "./pageWords";
import { dateText } from "../../../convex/shared/clock";

/** A page with at least this many sections gets a table of contents. */
const LONG = 5;

/** A text page: one column, headings, and a table of contents if it is long. */
export function PageScreen({ texts }: { texts: (festival: FestivalPage) => Page }) {
  const page = texts(useFestival());
  const isLong = page.sections.length >= LONG;
  return (
    <PublicPage
      title={page.title}
      lead={page.lead}
      {...(page.updated !== undefined && { note: <InForce since={page.updated} /> })}
    >
      <div className={columns}>
        <main className="order-last max-w-[65ch] lg:order-first">
          {page.sections.map((section) => (
            <PageSection key={section.heading} section={section} />
          ))}
        </main>
        {isLong && <Contents sections={page.sections} />}
      </div>
    </PublicPage>
  );
}

const columns =
  "mx-auto grid w-full max-w-[calc(72rem+2.5rem)] flex-1 content-start gap-x-16 gap-y-10 px-5 py-10 " +
  "lg:grid-cols-[minmax(0,65ch)_1fr] lg:py-14";

function InForce({ since }: { since: string }) {
  return (
    <>
      {words.inForceSince}{" "}
      <time dateTime={since} suppressHydrationWarning>
        {dateText(since, "date")}
      </time>
    </>
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
      {section.body.map((block, index) =>
        typeof block === "string" ? (
          <p key={index} className="pb-3 leading-7">
            {block}
          </p>
        ) : (
          <ul key={index} className="flex list-disc flex-col gap-1.5 pb-3 pl-5 leading-7 marker:text-hot">
            {block.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        ),
      )}
    </section>
  );
}

function anchorOf(section: Section): string {
  return section.heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
