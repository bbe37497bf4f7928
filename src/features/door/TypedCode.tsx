import { type FormEvent, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { Button } from "../../components/Button";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { TextField } from "../../components/TextField";
import { useToastedMutation } from "../../lib/toastResult";
import { words } from "./words";

type Props = { onCode: (code: string) => void; mayRelease: boolean; onReleased: (code: string) => void };

/** Input for codes that do not scan. Organisers can also release a lost or stolen ticket. */
export function TypedCode({ onCode, mayRelease, onReleased }: Props) {
  const release = useToastedMutation(api.tickets.release, words.releasing);
  const [lostCode, setLostCode] = useState<string | null>(null);
  const [code, setCode] = useState("");
  const [isMissing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === "") return setMissing(true);
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
          error={isMissing ? words.codeMissing : undefined}
          onChange={(event) => {
            setCode(event.target.value);
            setMissing(false);
          }}
        />
      </div>
      <Button type="submit" variant="quiet">
        {words.check}
      </Button>
      {mayRelease && (
        <Button variant="bare" className="-mt-2 w-full" disabled={code.trim() === ""} onClick={() => setLostCode(code)}>
          {words.release.confirm}
        </Button>
      )}
      {lostCode !== null && (
        <ConfirmDialog
          {...words.release}
          onConfirm={async () => {
            const isReleased = await release({ code: lostCode });
            if (isReleased) onReleased(lostCode);
            return isReleased;
          }}
          onClose={() => setLostCode(null)}
        />
      )}
    </form>
  );
}
