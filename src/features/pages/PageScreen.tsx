import type { Page, Section } from "./page";

/** From how many sections on a contents list helps more than it delays. */
const LONG = 5;

/** A page that is only read, set like a good zine: one measure, real headings, a contents list when it is long. */
export function PageScreen({ page }: { page: Page }) {
  return (
    <article className="zine">
      <header>
        <h1>{page.title}</h1>
        <p className="zine-lead">{page.lead}</p>
        {page.updated && (
          <p className="zine-date">
            In force since <time dateTime={page.updated}>{longDate(page.updated)}</time>
          </p>
        )}
      </header>
      {page.sections.length >= LONG && <Contents sections={page.sections} />}
      {page.sections.map((section) => (
        <section key={section.heading} id={anchorOf(section)} aria-labelledby={`${anchorOf(section)}-heading`}>
          <h2 id={`${anchorOf(section)}-heading`}>{section.heading}</h2>
          {section.body.map((part, n) =>
            typeof part === "string" ? (
              <p key={n}>{part}</p>
            ) : (
              <ul key={n}>
                {part.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            ),
          )}
        </section>
      ))}
    </article>
  );
}

function Contents({ sections }: { sections: Section[] }) {
  return (
    <nav aria-label="On this page">
      <ol>
        {sections.map((section) => (
          <li key={section.heading}>
            <a href={`#${anchorOf(section)}`}>{section.heading}</a>
          </li>
        ))}
      </ol>
    </nav>
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
