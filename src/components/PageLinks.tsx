import { Link } from "react-router-dom";
import { classes } from "./classes";
import { publicPageWords as words } from "./publicPageWords";

export function PageLinks({ centred = false }: { centred?: boolean }) {
  return (
    <nav aria-label={words.more} className="mx-auto max-w-6xl">
      <ul className={classes("flex flex-wrap gap-x-6", centred && "justify-center")}>
        {words.links.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              className="inline-flex min-h-11 items-center rounded-sm font-medium underline-offset-4 hover:underline"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
