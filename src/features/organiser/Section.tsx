import { useEffect, useRef, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { Button } from "../../components/Button";
import { classes } from "../../components/classes";
import { Note } from "../../components/Note";
import { words } from "./words";

type Props = {
  title: string;
  text?: ReactNode;
  /** The anchor: a URL with this hash scrolls here. */
  id?: string;
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
};

export function Section({ title, text, id, aside, className, children }: Props) {
  const section = useRef<HTMLElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (id !== undefined && hash === `#${id}`) section.current?.scrollIntoView();
  }, [id, hash]);
  return (
    <section ref={section} id={id} aria-label={title} className={classes("flex min-w-0 flex-col gap-5", className)}>
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

/** Says that a colleague has saved newer settings. Typed values stay until the organiser loads them. */
export function ChangedNote({ onShow }: { onShow: () => void }) {
  return (
    <Note variant="teal">
      {words.changedSince}{" "}
      <Button variant="bare" onClick={onShow}>
        {words.showNew}
      </Button>
    </Note>
  );
}
