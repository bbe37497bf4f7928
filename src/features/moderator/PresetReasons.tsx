type Props = {
  label: string;
  /** Name and text of each. */
  presets: Readonly<Record<string, string>>;
  reason: string;
  onChoose: (text: string) => void;
};

/** Usual reasons, to press; the text can be changed afterwards. */
export function PresetReasons({ label, presets, reason, onChoose }: Props) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-2">
      {Object.entries(presets).map(([name, text]) => (
        <button
          key={name}
          type="button"
          aria-pressed={reason === text}
          onClick={() => onChoose(text)}
          className="min-h-11 rounded-full border-2 border-edge/60 px-4 text-note font-semibold hover:border-edge aria-pressed:border-teal aria-pressed:bg-tealwash"
        >
          {name}
        </button>
      ))}
    </div>
  );
}
