import { useRef, useState } from "react";
import { newKey } from "../../lib/outbox";
import { useMe } from "../../session/useAttendee";
import { useChatOutbox, useUnsent } from "./ChatOutbox";
import { Composer } from "./Composer";
import { MessageLog } from "./MessageLog";
import { ThreadHeader, type Match } from "./ThreadHeader";
import { useDraft } from "./useDraft";
import type { usePages } from "./usePages";
import { words } from "./words";

type Pages = ReturnType<typeof usePages>;
type Props = { match: Match; page: NonNullable<Pages["page"]>; pages: Pages };

/** A thread that can be read and written: who it is with, the messages, and the box. */
export function Thread({ match, page, pages }: Props) {
  const { matchId, user } = match;
  const { _id } = useMe();
  const [text, setText] = useDraft(_id, matchId);
  const box = useRef<HTMLTextAreaElement>(null);
  const [sent, setSent] = useState(0);
  const outbox = useChatOutbox();
  const acknowledged = new Set(page.messages.map(({ key }) => key));
  const unsent = useUnsent().filter(({ lane, key }) => lane === matchId && !acknowledged.has(key));

  const send = (message: string) => {
    outbox.add({ matchId, key: newKey(), text: message, at: Date.now() });
    setText("");
    setSent(sent + 1);
  };
  const open = (opener: string) => {
    setText(opener);
    box.current?.focus();
  };
  return (
    <section className="flex min-w-0 flex-1 flex-col">
      <ThreadHeader match={match} />
      <MessageLog match={match} page={page} pages={pages} unsent={unsent} sent={sent} onOpener={open} />
      <Composer box={box} matchId={matchId} label={words.box(user.name)} text={text} onText={setText} onSend={send} />
    </section>
  );
}
