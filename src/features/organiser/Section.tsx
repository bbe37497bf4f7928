import { useEffect, useRef, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { classes } from "../../components/classes";

type Props = {
  title: string;
  text?: ReactNode;
  /** An address that ends with it scrolls here. */
  id?: string;
  /** To the right of the heading. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A part of a screen with its heading. */
export function Section({ title, text, id, aside, className, children }: Props) {
  const place = useRef<HTMLElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (id !== undefined && hash === `#${id}`) place.current?.scrollIntoView();
  }, [id, hash]);
  return (
    <section ref={place} id={id} aria-label={title} className={classes("flex min-w-0 flex-col gap-5", className)}>
      <div>
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <h2 className="text-title">{title}</h2>
          {aside}
        </div>
        {text !== undefined && <p className="max-w-prose text-soft">{text}</p>}
      </div>
      {children}
    </section>
  );
}
