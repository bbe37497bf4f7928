import type { FunctionReturnType } from "convex/server";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { Button } from "../../../components/Button";
import { ConfirmDialog } from "../../../components/ConfirmDialog";
import { Dialog } from "../../../components/Dialog";
import { useMutation } from "../../../lib/acts";
import { isRefusal } from "../../../lib/errors";
import { useBusy } from "../../../lib/useBusy";
import { useStaff } from "../../../session/useStaff";
import { ProofQuestion, type Proof } from "../ProofQuestion";
import { toastResult, useToastedAction, useToastedMutation } from "../../../lib/toastResult";
import { words } from "./words";

export type Member = FunctionReturnType<typeof api.organiser.staff>[number];
type Props = { member: Member; onClose: () => void };
type Act = keyof typeof words.acts;

/** The actions on a staff member. Staff cannot change or remove themselves. */
export function ManageDialog({ member, onClose }: Props) {
  const { _id: me } = useStaff();
  const sendPassword = useToastedMutation(api.organiser.sendPassword, words.sendingPassword);
  const [chosenAct, setChosenAct] = useState<Act | null>(null);
  const isOrganiser = member.kind === "organiser";
  const [needsProof, setNeedsProof] = useState(isOrganiser);
  const [isBusy, send] = useBusy(async () => {
    if (await sendPassword({ userId: member._id })) onClose();
  });

  if (chosenAct === "makeOrganiser" || (chosenAct !== null && needsProof)) {
    return <OrganiserQuestion act={chosenAct} member={member} onClose={onClose} />;
  }
  if (chosenAct !== null) {
    return (
      <ModeratorQuestion act={chosenAct} member={member} onClose={onClose} onTooMany={() => setNeedsProof(true)} />
    );
  }
  const acts: Act[] = [
    isOrganiser ? "makeModerator" : "makeOrganiser",
    ...(member.secondFactor ? (["turnOffSecondFactor"] as const) : []),
    "remove",
  ];
  return (
    <Dialog open onClose={onClose} title={member.email} description={words.kinds[member.kind]}>
      <div className="flex flex-col gap-3">
        <Button variant="quiet" busy={isBusy} onClick={() => void send()}>
          {words.sendPassword}
        </Button>
        {member._id === me ? (
          <p className="text-soft">{words.ofYou}</p>
        ) : (
          acts.map((act) => (
            <Button key={act} variant={act === "remove" ? "danger" : "quiet"} onClick={() => setChosenAct(act)}>
              {words.acts[act].button}
            </Button>
          ))
        )}
      </div>
    </Dialog>
  );
}

type QuestionProps = Props & { act: Act };

/** Asks for the password: to make or change an organiser, or after many changes within an hour. */
function OrganiserQuestion({ act, member: { _id: userId, email, kind }, onClose }: QuestionProps) {
  const { title, text, button, ...messages } = words.acts[act];
  const make = useToastedAction(api.organiser.makeOrganiser, messages);
  const change = useToastedAction(api.organiser.changeOrganiser, messages);
  const confirm = (proof: Proof) =>
    act === "makeOrganiser" ? make({ email, ...proof }) : change({ userId, act, ...proof });
  return (
    <ProofQuestion
      title={title(email)}
      text={act === "makeOrganiser" ? text : `${text} ${kind === "organiser" ? words.proofText : words.proofOfMany}`}
      confirm={button}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

/** Removes a moderator, or turns off their second factor, without a password. `onTooMany` runs if the password is required after all. */
function ModeratorQuestion({ act, member, onClose, onTooMany }: QuestionProps & { onTooMany: () => void }) {
  const { title, text, button, ...messages } = words.acts[act];
  const run = useMutation(act === "remove" ? api.organiser.removeMember : api.organiser.turnOffSecondFactor);
  const confirm = async () => {
    const result = await toastResult(() => run({ userId: member._id }), messages);
    if (!result.ok && isRefusal(result.error, "TOO_MANY_TRIES")) onTooMany();
    return result.ok;
  };
  return (
    <ConfirmDialog
      title={title(member.email)}
      description={text}
      confirm={button}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
