import { useChange } from "./live";
import { Problem, SureButton } from "./ui";
import { useAct } from "./useAct";

interface ChangeButtonProps {
  label: string;
  sure: string;
  name: string;
  args: Record<string, unknown>;
  done?: () => void;
}

/** Makes an irreversible change on the second press. Shows why it failed. */
export function ChangeButton({ label, sure, name, args, done }: ChangeButtonProps) {
  const { act, isBusy, problem } = useAct();
  const change = useChange();
  const run = async () => {
    if (await act(() => change(name, args))) done?.();
  };
  return (
    <>
      {problem !== null && <Problem of={problem} />}
      <SureButton label={label} sure={sure} disabled={isBusy} act={() => void run()} />
    </>
  );
}
