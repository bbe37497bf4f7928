import { useState } from "react";
import { limits } from "../../../../convex/shared/limits";
import type { ChosenFormat, ReadFormat, Separator, TicketFormat } from "../../../../convex/shared/ticketsFormat";
import { Button } from "../../../components/Button";
import { Select } from "../../../components/Select";
import { TextField } from "../../../components/TextField";
import type { TicketFile } from "./readTickets";
import { words } from "./words";

type Props = { file: TicketFile; onStart: (file: File, format: TicketFormat, label: string) => void };

/** How a file is parsed, with its first codes. Each guess can be changed before the upload. */
export function TicketFormatForm({ file, onStart }: Props) {
  const [label, setLabel] = useState("");
  const [chosen, setChosen] = useState<ChosenFormat>({});
  const format = file.formatOf(chosen);
  const { hasHeader } = format;
  return (
    <>
      <FormatFields
        format={format}
        onChange={(change) => setChosen({ ...chosen, ...change })}
        onSeparator={setChosen}
      />
      <FirstCodes format={format} />
      <TextField
        label={words.label}
        hint={words.labelHint}
        maxLength={limits.ticketLabelMax}
        value={label}
        onChange={(event) => setLabel(event.target.value)}
      />
      <Button
        disabled={format.column === null || hasHeader === null}
        onClick={() => hasHeader !== null && onStart(file.file, { ...format, hasHeader }, label)}
      >
        {words.start}
      </Button>
    </>
  );
}

type FieldsProps = {
  format: ReadFormat;
  onChange: (change: ChosenFormat) => void;
  /** Another separator changes the columns, so earlier choices are dropped. */
  onSeparator: (chosen: ChosenFormat) => void;
};

function FormatFields({
  format: { separator, hasHeader, columns, column, names },
  onChange,
  onSeparator,
}: FieldsProps) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Select
        label={words.separator}
        options={separatorOptions}
        value={separator}
        onChange={(event) => onSeparator({ separator: event.target.value as Separator })}
      />
      <Select
        label={words.firstLine}
        options={[
          { value: "names", label: words.firstLineNames },
          { value: "code", label: words.firstLineCode },
        ]}
        placeholder={hasHeader === null ? words.chooseFirstLine : undefined}
        value={hasHeader === null ? "" : hasHeader ? "names" : "code"}
        onChange={(event) => onChange({ hasHeader: event.target.value === "names", column })}
      />
      {columns > 1 && (
        <Select
          label={words.column}
          placeholder={words.chooseColumn}
          options={Array.from({ length: columns }, (_, index) => ({
            value: String(index),
            label: names?.[index] || words.columnNumber(index + 1),
          }))}
          value={column === null ? "" : String(column)}
          onChange={({ target }) => onChange({ column: target.value === "" ? null : Number(target.value) })}
        />
      )}
    </div>
  );
}

const separatorOptions = (["semicolon", "comma", "tab", "none"] as const).map((value) => ({
  value,
  label: words.separators[value],
}));

function FirstCodes({ format: { codes, column } }: { format: ReadFormat }) {
  if (column === null) return <p className="text-soft">{words.columnMissing}</p>;
  if (codes.length === 0) return <p className="text-soft">{words.noCodes}</p>;
  return (
    <div className="rounded-md border-2 border-line bg-raised px-4 py-3">
      <h3 className="text-note text-soft">{words.firstCodes}</h3>
      <ul aria-label={words.firstCodes}>
        {codes.map(({ typed, problem }, index) => (
          <li key={index} className="break-words">
            <code dir="auto" className="block truncate font-mono">
              {typed.trim() || words.nothingHere}
            </code>
            {problem !== null && <p className="text-note font-semibold text-bad">{words.noCode(problem)}</p>}
          </li>
        ))}
      </ul>
    </div>
  );
}
