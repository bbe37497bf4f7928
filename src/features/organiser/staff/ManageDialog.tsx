import { useState } from "react";
import { Button } from "../../../components/Button";
import { ConfirmDialog } from "../../../components/ConfirmDialog";
import { Dialog } from "../../../components/Dialog";
import { useStaff } from "../../../session/useStaff";
import { ProofQuestion } from "../ProofQuestion";
import { useStaffActs, type Member, type OrganiserChange } from "./useStaffActs";
import { words } from "../words";

type Asked = OrganiserChange | "makeOrganiser";

/** What can be done with one of the staff. Nobody changes or removes themselves. */
export function ManageDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { _id: me } = useStaff();
  const acts = useStaffActs();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isBusy, setBusy] = useState(false);
  const does = (act: () => Promise<boolean>) => async () => {
    setBusy(true);
    if (await act()) onClose();
    setBusy(false);
  };
  const isOrganiser = member.kind === "organiser";

  if (asked === "remove" && !isOrganiser) {
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
  if (asked !== null) {
    return (
      <ProofQuestion
        {...questions[asked](member.email)}
        onConfirm={(proof) =>
          asked === "makeOrganiser" ? acts.makeOrganiser(member, proof) : acts.changeOrganiser(member, asked, proof)
        }
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
            <Button look="quiet" onClick={() => setAsked(isOrganiser ? "makeModerator" : "makeOrganiser")}>
              {isOrganiser ? words.makeModerator : words.makeOrganiser}
            </Button>
            {member.secondFactor && (
              <Button
                look="quiet"
                busy={isBusy}
                onClick={() =>
                  isOrganiser ? setAsked("turnOffSecondFactor") : void does(() => acts.turnOff(member))()
                }
              >
                {words.turnOff}
              </Button>
            )}
            <Button look="danger" onClick={() => setAsked("remove")}>
              {words.remove}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}

/** The question before each act that asks for the password. */
const questions = {
  makeOrganiser: (email: string) => ({
    title: words.organiserQuestion(email),
    text: words.organiserText,
    confirm: words.makeOrganiser,
  }),
  makeModerator: (email: string) => ({
    title: words.moderatorQuestion(email),
    text: `${words.moderatorText} ${words.proofText}`,
    confirm: words.makeModerator,
  }),
  remove: (email: string) => ({
    title: words.removeQuestion(email),
    text: `${words.removeText} ${words.proofText}`,
    confirm: words.remove,
  }),
  turnOffSecondFactor: (email: string) => ({
    title: words.turnOffQuestion(email),
    text: `${words.turnOffText} ${words.proofText}`,
    confirm: words.turnOff,
  }),
};
