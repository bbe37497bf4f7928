import { CircleAlert, Clock } from "lucide-react";
import { Button } from "../../components/Button";
import { useIsOffline } from "../../lib/connection";
import type { Queued } from "../../lib/outbox";
import { BubbleText } from "./BubbleText";
import { useChatOutbox, type Unsent } from "./ChatOutbox";
import { words } from "./words";

type Props = { unsent: Queued<Unsent, string | null>; isLast: boolean };

export function UnsentBubble({ unsent: { key, entry, failure }, isLast }: Props) {
  const isRefused = failure !== undefined;
  return (
    <div className="flex max-w-full flex-col items-end">
      <BubbleText text={entry.text} from={null} className={isRefused ? "" : "opacity-75"} />
      {isRefused ? <Refused id={key} reason={failure} /> : <Waiting isLast={isLast} />}
    </div>
  );
}

function Waiting({ isLast }: { isLast: boolean }) {
  const isOffline = useIsOffline();
  return (
    <p className="inline-flex items-center gap-1 px-1 text-note text-soft">
      <Clock aria-hidden className="size-3.5" />
      {isLast && (isOffline ? words.waiting : words.sending)}
    </p>
  );
}

function Refused({ id, reason }: { id: string; reason: string | null }) {
  const outbox = useChatOutbox();
  return (
    <div className="flex flex-col items-end px-1">
      <p role="alert" className="inline-flex items-center gap-1 text-note font-semibold text-bad">
        <CircleAlert aria-hidden className="size-4 shrink-0" />
        {reason ?? words.failed}
      </p>
      <div className="flex gap-4">
        <Button variant="bare" onClick={() => outbox.retry(id)}>
          {words.tryAgain}
        </Button>
        <Button variant="bare" onClick={() => outbox.remove(id)}>
          {words.delete}
        </Button>
      </div>
    </div>
  );
}
