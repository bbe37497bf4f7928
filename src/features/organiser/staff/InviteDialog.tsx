import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { RadioChoice, RadioGroup } from "../../../components/Choices";
import { ConfirmDialog } from "../../../components/ConfirmDialog";
import { EmailField } from "../../../components/TextField";
import { useToastedAction, useToastedMutation } from "../../../lib/toastResult";
import { useLazyForm } from "../../../lib/useLazyForm";
import { ProofQuestion } from "../ProofQuestion";
import type { Member } from "./ManageDialog";
import { words } from "./words";

const schema = async () => (await import("../../../../convex/shared/forms")).invitationForm;

export function InviteDialog({ staff, onClose }: { staff: readonly Member[]; onClose: () => void }) {
  const invite = useToastedMutation(api.organiser.invite, words.sending);
  const inviteOrganiser = useToastedAction(api.organiser.makeOrganiser, words.sending);
  const [organiserEmail, setOrganiserEmail] = useState<string | null>(null);
  const { field, register, handleSubmit, setError } = useLazyForm(schema, {
    defaultValues: { email: "", kind: "moderator" },
  });
  const submit = async () => {
    let isDone = false;
    await handleSubmit(async (typed) => {
      if (staff.some(({ email }) => email === typed.email)) setError("email", { message: words.isStaff });
      else if (typed.kind === "organiser") setOrganiserEmail(typed.email);
      else isDone = await invite(typed);
    })();
    return isDone;
  };

  if (organiserEmail !== null) {
    return (
      <ProofQuestion
        title={words.acts.makeOrganiser.title(organiserEmail)}
        text={words.acts.makeOrganiser.text}
        confirm={words.send}
        onConfirm={(proof) => inviteOrganiser({ email: organiserEmail, ...proof })}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      isForm
      variant="primary"
      title={words.inviteTitle}
      description={words.inviteText}
      confirm={words.send}
      onConfirm={submit}
      onClose={onClose}
    >
      <EmailField {...field("email")} autoComplete="off" />
      <RadioGroup label={words.kind} hint={words.kindHint}>
        {(["moderator", "organiser"] as const).map((kind) => (
          <RadioChoice key={kind} value={kind} {...register("kind")}>
            {words.kinds[kind]}
          </RadioChoice>
        ))}
      </RadioGroup>
    </ConfirmDialog>
  );
}
