import { DeleteAccount } from "./DeleteAccount";
import { ownWords as words } from "./ownWords";

/** Deleting the account, apart from everything else, because it cannot be taken back. */
export function DangerZone() {
  return (
    <section className="flex flex-col gap-3 rounded-lg border-2 border-bad/50 p-5">
      <h2 className="text-lead text-bad">{words.danger}</h2>
      <p className="text-soft">{words.dangerText}</p>
      <DeleteAccount className="self-start" />
    </section>
  );
}
