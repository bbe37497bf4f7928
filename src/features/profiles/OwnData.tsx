import { Download } from "lucide-react";
import { api } from "../../../convex/_generated/api";
import { Button } from "../../components/Button";
import { useAction } from "../../lib/acts";
import { saveFile } from "../../lib/saveFile";
import { toastResult } from "../../lib/toastResult";
import { useBusy } from "../../lib/useBusy";
import { ownWords as words } from "./ownWords";

export function OwnData() {
  const exportMine = useAction(api.profiles.exportMine);
  const messages = { success: words.dataSaved, failure: words.dataFailed };
  const [isBusy, download] = useBusy(() =>
    toastResult(async () => saveFile("my-data.json", await exportMine({})), messages),
  );

  return (
    <section className="flex flex-col items-start gap-2">
      <h2 className="text-lead">{words.ownData}</h2>
      <p className="text-soft">{words.ownDataText}</p>
      <Button variant="quiet" busy={isBusy} onClick={() => void download()}>
        {!isBusy && <Download aria-hidden className="size-5" />}
        {words.downloadData}
      </Button>
    </section>
  );
}
