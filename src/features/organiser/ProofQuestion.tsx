import { useRef, useState, type FormEvent } from "react";
import { isNameTyped } from "../../../convex/shared/closing";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { PasswordField, TextField } from "../../components/TextField";
import { useStaff } from "../../session/useStaff";
import { words } from "./proofWords";

/** The typed proof of an organiser's identity. */
export type Proof = { password: string; code?: string };

type Props = {
  /** The festival's, which has to be typed too. */
  name?: string;
  title: string;
  text: string;
  confirm: string;
  /** Returns whether it is done. The question stays open where it is not. */
  onConfirm: (proof: Proof, name: string) => Promise<boolean>;
  onClose: () => void;
};

/** Asks for the password and the second factor's code, before an act that a stolen session must not do. */
export function ProofQuestion({ name, title, text, confirm, onConfirm, onClose }: Props) {
  const { secondFactor } = useStaff();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState({ name: "", password: "", code: "" });
  const [isMissing, setMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const set = (part: Partial<typeof typed>) => {
    setTyped({ ...typed, ...part });
    setMissing(false);
  };
  const isNamed = name === undefined || isNameTyped(typed.name, name);
  const isWhole = isNamed && typed.password !== "" && (!secondFactor || typed.code.trim() !== "");
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (isBusy) return;
    if (!isWhole) return setMissing(true);
    setBusy(true);
    const { password, code } = typed;
    const isDone = await onConfirm({ password, ...(secondFactor && { code: code.trim() }) }, typed.name);
    setBusy(false);
    if (isDone) onClose();
    // Each code is accepted once.
    else set({ code: "" });
  };

  return (
    <ConfirmDialog
      start={field}
      title={title}
      description={text}
      confirm={confirm}
      busy={isBusy}
      onConfirm={() => void submit()}
      onClose={onClose}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        {name !== undefined && (
          <TextField
            ref={field}
            label={words.typeName(name)}
            value={typed.name}
            autoComplete="off"
            error={isMissing && !isNamed ? words.otherName : undefined}
            onChange={(event) => set({ name: event.target.value })}
          />
        )}
        <PasswordField
          ref={name === undefined ? field : undefined}
          label={words.password}
          autoComplete="current-password"
          value={typed.password}
          error={isMissing && typed.password === "" ? words.passwordMissing : undefined}
          onChange={(event) => set({ password: event.target.value })}
        />
        {secondFactor && (
          <TextField
            label={words.code}
            autoComplete="one-time-code"
            value={typed.code}
            error={isMissing && typed.code.trim() === "" ? words.codeMissing : undefined}
            onChange={(event) => set({ code: event.target.value })}
          />
        )}
        <button type="submit" hidden />
      </form>
    </ConfirmDialog>
  );
}
