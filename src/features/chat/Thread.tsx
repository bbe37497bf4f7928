import { useRef, useState } from "react";
import type { Id } from "../../../convex/_generated/dataModel";
import { newKey } from "../../lib/outbox";
import { useMe } from "../../session/useAttendee";
import { useChatOutbox, useUnsentOf } from "./ChatOutbox";
import { Composer } from "./Composer";
import { MessageLog } from "./MessageLog";
import type { Match } from "../matches/useMatches";
import { ThreadHeader } from "./ThreadHeader";
import { MissingHeader, MissingLog } from "./ThreadSkeleton";
import { useDraft } from "./useDraft";
import type { usePages } from "./usePages";
import { words } from "./words";

type Props = { matchId: Id<"matches">; match: Match | undefined; pages: ReturnType<typeof usePages> };

/** A thread to read and write: the person, the messages and the box. Unsent messages can be seen and added while the rest loads. */
export function Thread({ matchId, match, pages }: Props) {
  const { page, messages } = pages;
  const { _id } = useMe();
  const [text, setText] = useDraft(_id, matchId);
  const box = useRef<HTMLTextAreaElement>(null);
  const [sent, setSent] = useState(0);
  const outbox = useChatOutbox();
  const unsent = useUnsentOf(matchId, messages);

  const send = (message: string) => {
    outbox.add({ matchId, key: newKey(), text: message, at: Date.now() });
    setText("");
    setSent(sent + 1);
  };
  const open = (opener: string) => {
    setText(opener);
    box.current?.focus();
  };
  const label = match === undefined ? words.placeholder : words.box(match.user.name);
  return (
    <section className="flex min-w-0 flex-1 flex-col">
      {match === undefined ? <MissingHeader /> : <ThreadHeader match={match} />}
      {match === undefined || page === undefined ? (
        <MissingLog unsent={unsent} />
      ) : (
        <MessageLog match={match} pages={pages} unsent={unsent} sent={sent} onOpener={open} />
      )}
      <Composer box={box} matchId={matchId} label={label} text={text} onText={setText} onSend={send} />
    </section>
  );
}
