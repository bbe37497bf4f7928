import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { PersonCard } from "../../components/PersonCard";
import type { Like } from "./useMatches";
import { words } from "./words";

type Props = { like: Like; open: boolean; onClose: () => void; onRespond: (accepted: boolean) => void };

export function LikeCard({ like, open, onClose, onRespond }: Props) {
  const answer = (accepted: boolean) => {
    onClose();
    onRespond(accepted);
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={words.likesYou(like.name)}
      actions={
        <>
          <Button onClick={() => answer(true)}>{words.accept}</Button>
          <Button variant="quiet" onClick={() => answer(false)}>
            {words.reject}
          </Button>
        </>
      }
    >
      <div className="mx-auto h-[clamp(22rem,58dvh,31.25rem)] w-full max-w-[21.875rem] shrink-0">
        <PersonCard person={like} />
      </div>
    </Dialog>
  );
}
