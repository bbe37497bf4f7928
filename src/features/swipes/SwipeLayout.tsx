import type { ReactNode } from "react";
import { Title } from "../../components/Title";
import { words } from "./words";

/**
 * The card with the actions below it. It fills a phone's screen, keeps its shape on a tablet, and is 350 × 500 px elsewhere. In a phone's
 * landscape mode the actions are beside the card.
 */
export function SwipeLayout({
  panel,
  actions,
  children,
}: {
  panel?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="relative isolate flex h-[calc(100dvh-var(--bar))] flex-col overflow-hidden pt-(--ribbon) md:h-[calc(100dvh-4rem)]">
      <Title>{words.title}</Title>
      <h1 className="sr-only">{words.title}</h1>
      <div aria-hidden className="absolute inset-0 -z-10 stagelight" />
      <div className="flex min-h-0 flex-1 flex-col sm:justify-center sm:gap-7 lying:flex-row lying:gap-2 lying:pr-2">
        <div className="@container-size min-h-0 min-w-0 flex-1 place-items-center sm:mt-14 sm:grid sm:grid-rows-1 sm:max-h-[500px] tablet:max-h-none lying:my-2 lying:ml-3">
          <div className={place}>
            {panel !== undefined && (
              <div className="absolute inset-0 z-10 grid place-items-center-safe overflow-y-auto">{panel}</div>
            )}
            {children}
          </div>
        </div>
        {actions !== undefined && <div className="py-3.5 sm:pt-0 sm:pb-6 lying:self-center lying:p-0">{actions}</div>}
      </div>
    </div>
  );
}

const place =
  "relative size-full sm:w-[350px] lying:w-full lying:max-w-xl " +
  "tablet:aspect-7/10 tablet:h-auto tablet:w-[min(100cqw-3rem,70cqh,40rem)]";
