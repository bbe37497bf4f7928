import { useRef, useState, type FormEvent, type RefObject } from "react";
import { api } from "../../../convex/_generated/api";
import { limits } from "../../../convex/shared/limits";
import { products } from "../../../convex/shared/prices";
import { Button, type ButtonVariant } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { TextField } from "../../components/TextField";
import { useMutation, withdrawActs } from "../../lib/acts";
import { useBusy } from "../../lib/useBusy";
import { toastResult } from "../../lib/toastResult";
import { useAttendee, useMe } from "../../session/useAttendee";
import { ownWords as words } from "./ownWords";

/** The account's deletion, in a section of its own because it cannot be undone. */
export function DangerZone() {
  return (
    <section className="flex flex-col gap-3 rounded-lg border-2 border-bad/50 p-5">
      <h2 className="text-lead text-bad">{words.danger}</h2>
      <p className="text-soft">{words.dangerText}</p>
      <DeleteAccount className="self-start" />
    </section>
  );
}

type Props = { variant?: ButtonVariant; className?: string; label?: string };

export function DeleteAccount({ variant = "danger", className, label = words.deleteAccount }: Props) {
  const [isAsking, setAsking] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const me = useMe();
  const owned = Object.values(products).filter((product) => me[product.has]);
  const bought = owned.map(({ name }) => name).join(" and ");

  return (
    <>
      <Button variant={variant} className={className} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <Dialog
        open={isAsking}
        initialFocus={field}
        onClose={() => setAsking(false)}
        title={words.deleteQuestion}
        description={bought === "" ? words.deleteText : `${words.deleteText} ${words.deleteBought(bought)}`}
      >
        <DeleteForm
          field={field}
          onCancel={() => {
            withdrawActs();
            setAsking(false);
          }}
        />
      </Dialog>
    </>
  );
}

function DeleteForm({ field, onCancel }: { field: RefObject<HTMLInputElement | null>; onCancel: () => void }) {
  const [isDeleting, deleteAccount] = useBusy(useDeleteAccount());
  const [typed, setTyped] = useState("");
  const isMatching = limits.deletePhrase.startsWith(typed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void deleteAccount(typed);
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
        <Button type="submit" variant="danger" disabled={typed !== limits.deletePhrase} busy={isDeleting}>
          {words.deleteForGood}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {words.keepAccount}
        </Button>
      </div>
    </form>
  );
}

/** Deletes the account permanently. The route guard then leads to /auth. */
function useDeleteAccount() {
  const { signOutBy } = useAttendee();
  const deleteAccount = useMutation(api.auth.deleteAccount);
  return async (verificationText: string): Promise<void> => {
    await toastResult(() => signOutBy(() => deleteAccount({ verificationText })), {
      success: words.deleted,
      failure: words.deleteFailed,
    });
  };
}
