import { type ReactNode } from "react";
import { Drawing, type DrawingName } from "./Drawing";

type Props = {
  drawing?: DrawingName;
  title: string;
  children?: ReactNode;
  /** One way on: a Button or ButtonLink. */
  action?: ReactNode;
  /** When the panel is all there is on the page, its title is the page's. */
  alone?: boolean;
  /** `alert` for what went wrong, so that it is read out. */
  role?: "alert" | "status";
};

/** A state in place of a screen's content: a drawing, what is the matter, and one way on. */
export function Panel({ drawing = "unplugged", title, children, action, alone = false, role = "status" }: Props) {
  const Heading = alone ? "h1" : "h2";
  return (
    <section
      role={role}
      className="mx-auto flex w-full max-w-sm animate-arrive flex-col items-center gap-4 px-6 py-10 text-center"
    >
      <Drawing name={drawing} />
      <Heading className="text-poster">{title}</Heading>
      {children !== undefined && <div className="text-body text-soft">{children}</div>}
      {action !== undefined && <div className="mt-2 flex flex-col items-center gap-2">{action}</div>}
    </section>
  );
}
