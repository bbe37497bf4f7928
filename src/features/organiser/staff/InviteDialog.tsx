import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { api } from "../../../../convex/_generated/api";
import { Button } from "../../../components/Button";
import { RadioChoice, RadioGroup } from "../../../components/Choices";
import { Dialog } from "../../../components/Dialog";
import { EmailField } from "../../../components/EmailField";
import { withdrawActs } from "../../../lib/acts";
import { useLazyResolver } from "../../../lib/useLazyResolver";
import { ProofQuestion } from "../ProofQuestion";
import { useToastedAction, useToastedMutation } from "../useToasted";
import type { Member } from "./ManageDialog";
import { words } from "./words";

type Typed = { email: string; kind: Member["kind"] };

const sentences = { success: words.sent, failure: words.sendFailed };
const schema = async () => (await import("../../../../convex/shared/forms")).invitationForm;

/** Asks for the address to invite, and the role. */
export function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const invite = useToastedMutation(api.organiser.invite, sentences);
  const inviteOrganiser = useToastedAction(api.organiser.makeOrganiser, sentences);
  const [asked, setAsked] = useState<string | null>(null);
  const id = useId();
  const { register, handleSubmit, formState, reset } = useForm<Typed>({
    resolver: useLazyResolver(schema),
    defaultValues: { email: "", kind: "moderator" },
  });
  const done = () => {
    reset();
    setAsked(null);
    onClose();
  };
  const cancel = () => {
    withdrawActs();
    onClose();
  };
  const submit = handleSubmit(async (typed) => {
    if (typed.kind === "organiser") setAsked(typed.email);
    else if (await invite(typed)) done();
  });

  if (open && asked !== null) {
    return (
      <ProofQuestion
        title={words.acts.makeOrganiser.title(asked)}
        text={words.acts.makeOrganiser.text}
        confirm={words.send}
        onConfirm={(proof) => inviteOrganiser({ email: asked, ...proof })}
        onClose={done}
      />
    );
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={words.inviteTitle}
      description={words.inviteText}
      actions={
        <>
          <Button type="submit" form={id} busy={formState.isSubmitting}>
            {words.send}
          </Button>
          <Button look="quiet" onClick={cancel}>
            {words.cancel}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <EmailField error={formState.errors.email?.message} {...register("email")} autoComplete="off" />
        <RadioGroup label={words.kind} hint={words.kindHint}>
          {(["moderator", "organiser"] as const).map((kind) => (
            <RadioChoice key={kind} value={kind} {...register("kind")}>
              {words.kinds[kind]}
            </RadioChoice>
          ))}
        </RadioGroup>
      </form>
    </Dialog>
  );
}
