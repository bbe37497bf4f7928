import { Button } from "../../components/Button";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { words } from "./words";

type Props = { name: string; open: boolean; onClose: () => void; onUnmatch: () => void; onReport: () => void };

/** Asks before an unmatch, and offers a report instead. */
export function UnmatchQuestion({ name, open, onClose, onUnmatch, onReport }: Props) {
  const closeAnd = (action: () => void) => () => {
    onClose();
    action();
  };
  return (
    <ConfirmDialog
      open={open}
      title={words.unmatchQuestion(name)}
      description={words.unmatchText}
      confirm={words.unmatch}
      cancel={words.keep}
      onConfirm={closeAnd(onUnmatch)}
      onClose={onClose}
      below={
        <Button variant="bare" className="self-center" onClick={closeAnd(onReport)}>
          {words.reportInstead}
        </Button>
      }
    />
  );
}
