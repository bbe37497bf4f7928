import { useRef, useState, useTransition, type FormEvent, type RefObject } from "react";
import { limits } from "../../../convex/shared/limits";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { TextField } from "../../components/TextField";
import { useMe } from "../../session/useAttendee";
import { useDeleteAccount } from "./useDeleteAccount";
import { words } from "./words";

/** Deleting the account, apart from everything else, because it cannot be taken back. */
export function DangerZone() {
  const [isAsking, setAsking] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { isPremium, isVIP } = useMe();
  const bought = [isPremium && words.gold, isVIP && words.vip].filter(Boolean).join(" and ");

  return (
    <section className="flex flex-col gap-3 rounded-lg border-2 border-bad/50 p-5">
      <h2 className="text-lead text-bad">{words.danger}</h2>
      <p className="text-soft">{words.dangerText}</p>
      <Button look="danger" className="self-start" onClick={() => setAsking(true)}>
        {words.deleteAccount}
      </Button>
      <Dialog
        open={isAsking}
        start={field}
        onClose={() => setAsking(false)}
        title={words.deleteQuestion}
        description={bought === "" ? words.deleteText : `${words.deleteText} ${words.deleteBought(bought)}`}
      >
        <DeleteForm field={field} onKeep={() => setAsking(false)} />
      </Dialog>
    </section>
  );
}

function DeleteForm({ field, onKeep }: { field: RefObject<HTMLInputElement | null>; onKeep: () => void }) {
  const deleteAccount = useDeleteAccount();
  const [typed, setTyped] = useState("");
  const [isDeleting, startDeleting] = useTransition();
  const isMatching = limits.deletePhrase.startsWith(typed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    startDeleting(() => deleteAccount(typed));
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <TextField
        ref={field}
        label={words.deletePhrase(limits.deletePhrase)}
        value={typed}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        error={isMatching ? undefined : words.typePhrase(limits.deletePhrase)}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="flex flex-col gap-3 sm:flex-row-reverse">
        <Button type="submit" look="danger" disabled={typed !== limits.deletePhrase} busy={isDeleting}>
          {words.deleteForGood}
        </Button>
        <Button look="quiet" onClick={onKeep}>
          {words.keepAccount}
        </Button>
      </div>
    </form>
  );
}
