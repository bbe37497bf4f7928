import type { ReactNode } from "react";
import { Drawing } from "./Drawing";

type Props = {
  /** One of `drawings`. Default: an unplugged cable. */
  drawing?: ReactNode;
  title: string;
  children?: ReactNode;
  /** A Button or ButtonLink for the next step. */
  action?: ReactNode;
  /** True if the panel is the page's only content, so its title is the h1. */
  alone?: boolean;
  /** `alert` for errors, so that they are read out at once. */
  role?: "alert" | "status";
};

/** Replaces the content of an empty or failed screen with a drawing, a title, text and one action. */
export function Panel({ drawing, title, children, action, alone = false, role = "status" }: Props) {
  const Heading = alone ? "h1" : "h2";
  return (
    <section
      role={role}
      className="mx-auto flex w-full max-w-sm animate-arrive flex-col items-center gap-4 px-6 py-10 text-center lying:grid lying:max-w-lg lying:grid-cols-[auto_1fr] lying:gap-x-6 lying:gap-y-2 lying:py-2 lying:text-left"
    >
      <Drawing>{drawing}</Drawing>
      <Heading className="text-poster lying:text-title">{title}</Heading>
      {children !== undefined && <div className="text-body text-soft lying:col-start-2">{children}</div>}
      {action !== undefined && (
        <div className="mt-2 flex flex-col items-center gap-2 lying:col-start-2 lying:mt-0 lying:flex-row">
          {action}
        </div>
      )}
    </section>
  );
}
