import type { StoredDocument } from "./DocumentDialog";
import { cell, Grid, Time } from "./ui";
import type { Validator } from "./validators";
import { printValue } from "./values";

const MAX_CELL_LENGTH = 120;

interface RowsProps {
  table: string;
  documents: StoredDocument[];
  validator: Validator | null;
  selected: ReadonlySet<string>;
  /** Null: read-only. */
  select: ((ids: ReadonlySet<string>) => void) | null;
  edit: (document: StoredDocument) => void;
}

export function DocumentRows({ table, documents, validator, selected, select, edit }: RowsProps) {
  const fields = fieldsOf(documents, validator);
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    select?.(next);
  };
  return (
    <Grid label={`Documents of ${table}`} head={["", "_id", ...fields, "_creationTime"]}>
      {documents.map((document) => (
        <tr key={document._id} className="hover:bg-line/25">
          <td className={cell}>
            <input
              type="checkbox"
              aria-label={`Select ${document._id}`}
              disabled={select === null}
              checked={selected.has(document._id)}
              onChange={() => toggle(document._id)}
            />
          </td>
          <td className={cell}>
            <button
              type="button"
              className="font-mono whitespace-nowrap text-accent underline-offset-2 hover:underline"
              onClick={() => edit(document)}
              aria-label={`Open ${document._id}`}
            >
              {document._id.slice(0, 8)}…{document._id.slice(-4)}
            </button>
          </td>
          {fields.map((name) => (
            <td key={name} className={`${cell} max-w-64 truncate font-mono`}>
              {Object.hasOwn(document, name) ? shortText(document[name]) : ""}
            </td>
          ))}
          <td className={`${cell} text-soft`}>
            <Time at={document._creationTime} />
          </td>
        </tr>
      ))}
    </Grid>
  );
}

/** Returns the schema's fields in order, then all others. */
function fieldsOf(documents: StoredDocument[], validator: Validator | null): string[] {
  const named = validator?.type === "object" ? Object.keys(validator.value) : [];
  const present = documents.flatMap((document) => Object.keys(document));
  return [...new Set([...named, ...present])].filter((name) => !name.startsWith("_"));
}

function shortText(value: unknown): string {
  const text = typeof value === "string" ? value : printValue(value, 0);
  return text.length > MAX_CELL_LENGTH ? `${text.slice(0, MAX_CELL_LENGTH)}…` : text;
}
