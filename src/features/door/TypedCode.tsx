import { type FormEvent, useState } from "react";
import { Button } from "../../components/Button";
import { TextField } from "../../components/TextField";
import { words } from "./words";

type Props = {
  onCode: (code: string) => void;
  /** For organisers: the ticket was lost or stolen. */
  onRelease: ((code: string) => void) | undefined;
};

/** The way in for a code that does not scan. */
export function TypedCode({ onCode, onRelease }: Props) {
  const [code, setCode] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === "") return;
    onCode(code);
    setCode("");
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1">
        <TextField
          label={words.code}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={100}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </div>
      <Button type="submit" look="quiet">
        {words.check}
      </Button>
      {onRelease !== undefined && (
        <Button look="bare" className="-mt-2 w-full" disabled={code.trim() === ""} onClick={() => onRelease(code)}>
          {words.releaseButton}
        </Button>
      )}
    </form>
  );
}
