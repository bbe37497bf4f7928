import { Button } from "../../components/Button";
import { toast } from "../../lib/toast";
import { words } from "./words";

/** Recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const copy = () =>
    void navigator.clipboard.writeText(codes.join("\n")).then(
      () => toast.success(words.copied),
      () => toast.error(words.notCopied),
    );
  return (
    <div className="flex flex-col gap-5">
      <ul className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-md bg-sunken p-4 font-mono select-all">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button look="quiet" onClick={copy}>
        {words.copyCodes}
      </Button>
      <Button onClick={onKept}>{words.kept}</Button>
    </div>
  );
}
