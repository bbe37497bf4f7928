import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { Brand } from "./Brand";
import { PageLinks } from "./PageLinks";
import { publicPageWords as words } from "./publicPageWords";
import { Title } from "./Title";

type Props = {
  title: string;
  lead: string;
  note?: ReactNode;
  children: ReactNode;
};

export function PublicPage({ children, ...masthead }: Props) {
  return (
    <div className="flex min-h-dvh flex-col overflow-x-clip">
      <Title>{masthead.title}</Title>
      <Masthead {...masthead} />
      {children}
      <footer className="border-t-2 border-line px-5 py-4">
        <PageLinks />
      </footer>
    </div>
  );
}

function Masthead({ title, lead, note }: Omit<Props, "children">) {
  return (
    <header className="relative isolate bg-night px-5 pt-(--ribbon) pb-12 text-paper">
      <div aria-hidden className="absolute inset-0 -z-10 overflow-hidden stagelight" />
      <div className="mx-auto max-w-6xl">
        <Link to="/" className="inline-flex min-h-16 items-center rounded-sm" aria-label={words.home}>
          <Brand />
        </Link>
        <h1 className="pt-6 text-stage tracking-tight uppercase max-lg:text-[min(clamp(2.75rem,13vw,5rem),13.75vw)]">
          {title}
        </h1>
        <p className="max-w-[44ch] pt-4 text-lead">{lead}</p>
        {note !== undefined && <p className="pt-3 text-note text-paper/75">{note}</p>}
      </div>
      <div aria-hidden className="absolute -inset-x-2 -bottom-2 h-4 -rotate-[0.4deg] band" />
    </header>
  );
}
