import { BadgeCheck, Eye, ListStart, Infinity as Endless, Sparkles, Star, type LucideIcon } from "lucide-react";
import { words } from "./words";

/** The benefits of Gold, line by line. Planned ones are marked. */
export function Benefits() {
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
