import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { toast } from "../../lib/toast";
import { useReport } from "../../lib/useReport";
import type { Match } from "../matches/useMatches";
import { useLeaveThread } from "./useLeaveThread";
import type { Message } from "./usePages";
import { words } from "./words";

export function MessageMenu({ message, match, onClose }: { message: Message; match: Match; onClose: () => void }) {
  const report = useReport();
  const leave = useLeaveThread();
  const { mine, held, text, position } = message;
  const { matchId, user } = match;
  const closeAnd = (act: () => void) => () => {
    onClose();
    act();
  };
  const reportIt = () => report({ ...user, message: { matchId, position, text } }, leave);

  return (
    <Dialog
      open
      onClose={onClose}
      title={words.message}
      description={held ? words.held(user.name) : <span className="line-clamp-4 [overflow-wrap:anywhere]">{text}</span>}
      actions={
        <div className="flex w-full flex-col gap-3">
          {!held && (
            <Button look="quiet" onClick={closeAnd(() => void copy(text))}>
              {words.copy}
            </Button>
          )}
          {!mine && (
            <Button look="danger" onClick={closeAnd(reportIt)}>
              {words.reportMessage}
            </Button>
          )}
        </div>
      }
    />
  );
}

async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(words.copied);
  } catch {
    // A browser may forbid it.
    toast.error(words.notCopied);
  }
}
