import { useId, useState } from "react";

type Props = {
  label: string;
  hint: string;
  on: boolean;
  /** Saves the change. `on` changes once it is saved. */
  onChange: (on: boolean) => Promise<unknown>;
};

export function SwitchField({ label, hint, on, onChange }: Props) {
  const id = useId();
  /** The state that the person chose, until it is saved. */
  const [pressed, setPressed] = useState<boolean | null>(null);
  const isOn = pressed ?? on;
  const press = async () => {
    setPressed(!isOn);
    await onChange(!isOn).finally(() => setPressed(null));
  };

  return (
    <label htmlFor={id} className="flex min-h-11 cursor-pointer items-center justify-between gap-6">
      <span>
        <span className="block font-semibold">{label}</span>
        <span id={`${id}-hint`} className="block text-note text-soft">
          {hint}
        </span>
      </span>
      <button
        id={id}
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-label={label}
        aria-describedby={`${id}-hint`}
        onClick={() => void press()}
        className="flex h-8 w-14 shrink-0 rounded-full border-2 border-edge bg-sunken p-0.5 transition-colors aria-checked:border-teal aria-checked:bg-teal"
      >
        <span
          aria-hidden
          className={`size-6 rounded-full transition-transform ${isOn ? "translate-x-6 bg-ground" : "bg-edge"}`}
        />
      </button>
    </label>
  );
}
