import { useState, type KeyboardEvent } from "react";
import { ChangeButton } from "./ChangeButton";
import { useChange } from "./live";
import { textArea, Button, Dialog, Labelled, Problem, Time } from "./ui";
import { useAct } from "./useAct";
import { typeText, type Validator } from "./validators";
import { parseValue, printValue } from "./values";

export interface StoredDocument {
  _id: string;
  _creationTime: number;
  [field: string]: unknown;
}

interface DialogProps {
  table: string;
  /** Null: a new document. */
  document: StoredDocument | null;
  validator: Validator | null;
  isReadOnly: boolean;
  close: () => void;
}

export function DocumentDialog({ table, document, validator, isReadOnly, close }: DialogProps) {
  const { _id, _creationTime, ...fields } = document ?? { _id: null, _creationTime: 0 };
  // The fields as opened, even if the document has changed since. The deployment compares them.
  const [expected] = useState(fields);
  const [text, setText] = useState(document === null ? "{\n  \n}" : printValue(fields));
  const { act, isBusy, problem } = useAct();
  const change = useChange();
  const save = async () => {
    const isSaved = await act(async () => {
      const written = parseValue(text);
      if (_id === null) await change("addDocument", { table, document: written });
      else await change("replaceDocument", { table, id: _id, expected, document: written });
    });
    if (isSaved) close();
  };
  const saveByKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !isReadOnly) void save();
  };
  return (
    <Dialog title={_id === null ? `Add to ${table}` : `Document of ${table}`} close={close}>
      {_id !== null && (
        <p className="text-soft">
          <code className="select-all">{_id}</code>, made <Time at={_creationTime} />
        </p>
      )}
      <Labelled label="Fields">
        <textarea
          className={`${textArea} min-h-64`}
          spellCheck={false}
          readOnly={isReadOnly}
          rows={Math.min(24, text.split("\n").length + 1)}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={saveByKey}
        />
      </Labelled>
      <p className="text-soft">
        JSON, with 12n for a 64-bit integer and {`{"$bytes": "…"}`} for bytes. Ctrl+Enter saves.
      </p>
      {validator !== null && <Shape validator={validator} />}
      {problem !== null && <Problem error={problem} />}
      {!isReadOnly && (
        <footer className="flex flex-wrap gap-2">
          <Button variant="main" disabled={isBusy} onClick={() => void save()}>
            {_id === null ? "Add" : "Save"}
          </Button>
          {_id !== null && (
            <ChangeButton
              label="Delete"
              confirmLabel="Delete for good?"
              name="deleteDocuments"
              args={{ table, ids: [_id] }}
              onDone={close}
            />
          )}
        </footer>
      )}
    </Dialog>
  );
}

function Shape({ validator }: { validator: Validator }) {
  const members = validator.type === "object" ? Object.entries(validator.value) : [];
  return (
    <details>
      <summary className="text-soft">What the schema requires</summary>
      <ul className="mt-1 grid gap-0.5 font-mono text-[13px]">
        {members.length === 0 && <li>{typeText(validator)}</li>}
        {members.map(([name, { fieldType, optional }]) => (
          <li key={name}>
            {name}
            {optional ? "?" : ""}: <span className="text-soft">{typeText(fieldType)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
