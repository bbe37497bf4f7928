import { useChange } from "./live";
import { Problem, ConfirmButton } from "./ui";
import { useAct } from "./useAct";

interface ChangeButtonProps {
  label: string;
  confirmLabel: string;
  name: string;
  args: Record<string, unknown>;
  onDone?: () => void;
}

/** Makes an irreversible change on the second press. Shows why it failed. */
export function ChangeButton({ label, confirmLabel, name, args, onDone }: ChangeButtonProps) {
  const { act, isBusy, problem } = useAct();
  const change = useChange();
  const run = async () => {
    if (await act(() => change(name, args))) onDone?.();
  };
  return (
    <>
      {problem !== null && <Problem error={problem} />}
      <ConfirmButton label={label} confirmLabel={confirmLabel} disabled={isBusy} act={() => void run()} />
    </>
  );
}
