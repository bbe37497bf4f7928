import { Download } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { Button } from "../../components/Button";
import { useAction } from "../../lib/acts";
import { saveFile } from "../../lib/saveFile";
import { toastResult } from "../../lib/toastResult";
import { ownWords as words } from "./ownWords";

/** Downloads all stored data about the user. */
export function OwnData() {
  const exportMine = useAction(api.profiles.exportMine);
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    await toastResult(async () => saveFile("my-data.json", await exportMine({})), {
      success: words.dataSaved,
      failure: words.dataFailed,
    });
    setBusy(false);
  };

  return (
    <section className="flex flex-col items-start gap-2">
      <h2 className="text-lead">{words.ownData}</h2>
      <p className="text-soft">{words.ownDataText}</p>
      <Button look="quiet" busy={isBusy} onClick={() => void download()}>
        {!isBusy && <Download aria-hidden className="size-5" />}
        {words.downloadData}
      </Button>
    </section>
  );
}
