import { type ReactNode } from "react";
import { classes } from "./classes";

type Props = {
  /** The screen's heading; also the browser's title. Leave the heading out with `quiet`. */
  title: string;
  quiet?: boolean;
  /** At the heading's right. */
  aside?: ReactNode;
  wide?: boolean;
  children: ReactNode;
};

/** The body of an ordinary screen: one column, one heading. Sets the document's title. */
export function Page({ title, quiet = false, aside, wide = false, children }: Props) {
  return (
    <div className={classes("mx-auto w-full px-4 py-6 sm:px-6 sm:py-10", wide ? "max-w-5xl" : "max-w-xl")}>
      <title>{title}</title>
      <div className={quiet ? "sr-only" : "mb-5 flex items-end justify-between gap-4"}>
        <h1 className="text-poster">{title}</h1>
        {aside}
      </div>
      {children}
    </div>
  );
}
