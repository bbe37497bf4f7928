import { useState } from "react";
import { Button } from "../../components/Button";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { Dialog } from "../../components/Dialog";
import { useStaff } from "../../session/useStaff";
import { useStaffActs, type Member } from "./useStaffActs";
import { words } from "./words";

/** What can be done with one of the staff. Nobody changes or removes themselves. */
export function ManageDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { _id: me } = useStaff();
  const acts = useStaffActs();
  const [isRemoving, setRemoving] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const other = member.kind === "moderator" ? "organiser" : "moderator";
  const does = (act: () => Promise<boolean>) => async () => {
    setBusy(true);
    if (await act()) onClose();
    setBusy(false);
  };

  if (isRemoving) {
    return (
      <ConfirmDialog
        start="cancel"
        title={words.removeQuestion(member.email)}
        description={words.removeText}
        confirm={words.remove}
        cancel={words.cancel}
        busy={isBusy}
        onConfirm={() => void does(() => acts.remove(member))()}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog open onClose={onClose} title={member.email} description={words.kinds[member.kind]}>
      <div className="flex flex-col gap-3">
        <Button look="quiet" busy={isBusy} onClick={() => void does(() => acts.sendPassword(member))()}>
          {words.sendPassword}
        </Button>
        {member._id === me ? (
          <p className="text-soft">{words.ofYou}</p>
        ) : (
          <>
            <Button look="quiet" busy={isBusy} onClick={() => void does(() => acts.setKind(member, other))()}>
              {other === "organiser" ? words.makeOrganiser : words.makeModerator}
            </Button>
            {member.secondFactor && (
              <Button look="quiet" busy={isBusy} onClick={() => void does(() => acts.turnOff(member))()}>
                {words.turnOff}
              </Button>
            )}
            <Button look="danger" onClick={() => setRemoving(true)}>
              {words.remove}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}
