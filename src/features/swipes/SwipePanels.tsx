import { Button, ButtonLink } from "../../components/Button";
import { portrait, ticket, wall } from "../../components/drawings";
import { Panel } from "../../components/Panel";
import { useClockOffset } from "../../lib/serverClock";
import { useNow } from "../../lib/useMinute";
import { countdown } from "./countdown";
import { words } from "./words";

export function FailedPanel({ problem, onRetry }: { problem: string; onRetry: () => void }) {
  return (
    <Panel role="alert" title={words.oops} action={<Button onClick={onRetry}>{words.tryAgain}</Button>}>
      {problem}
    </Panel>
  );
}

export function IncompletePanel({ to }: { to: "/create-profile" | "/edit-profile" }) {
  return (
    <Panel
      drawing={portrait}
      title={words.incomplete}
      action={<ButtonLink to={to}>{words.completeProfile}</ButtonLink>}
    >
      {words.incompleteText}
    </Panel>
  );
}

export function EmptyPanel({ onRefresh }: { onRefresh: () => void }) {
  return (
    <Panel drawing={wall} title={words.noMore} action={<Button onClick={onRefresh}>{words.refresh}</Button>}>
      {words.noMoreText}
    </Panel>
  );
}

/** Shown without swipes left: a countdown to the next ones, and links to Gold and to the likes. */
export function OutOfSwipesPanel({ until }: { until: number }) {
  const now = useNow(1000) + useClockOffset(true);
  return (
    <Panel
      drawing={ticket}
      title={words.out}
      action={
        <>
          <ButtonLink to="/upgrade">{words.getGold}</ButtonLink>
          <ButtonLink to="/matches?tab=likes" variant="bare">
            {words.whoLikesYou}
          </ButtonLink>
        </>
      }
    >
      {words.outText} {until > now && words.moreIn}
      <span className="mt-1 block font-poster text-title font-extrabold text-ink tabular-nums">
        {countdown(until, now)}
      </span>
    </Panel>
  );
}
