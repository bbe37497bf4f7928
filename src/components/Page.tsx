import type { ReactNode } from "react";
import { classes } from "./classes";
import { Title } from "./Title";

type Props = {
  /** The heading and the document's title. */
  title: string;
  isHeadingHidden?: boolean;
  /** Shown to the right of the heading. */
  aside?: ReactNode;
  wide?: boolean;
  children: ReactNode;
};

/** The body of an ordinary screen: one column with a heading. */
export function Page({ title, isHeadingHidden = false, aside, wide = false, children }: Props) {
  return (
    <div className={classes(column, wide ? "max-w-5xl" : "max-w-xl")}>
      <Title>{title}</Title>
      <div className={isHeadingHidden ? "sr-only" : "mb-5 flex items-end justify-between gap-4"}>
        <h1 className="text-poster">{title}</h1>
        {aside}
      </div>
      {children}
    </div>
  );
}

const column =
  "mx-auto w-full px-4 pt-[calc(1.5rem+var(--ribbon))] pb-6 sm:px-6 sm:pt-[calc(2.5rem+var(--ribbon))] sm:pb-10";
