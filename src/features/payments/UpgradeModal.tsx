import { Dialog } from "../../components/Dialog";
import { words } from "./words";

/** Both purchases over the screen where somebody met a limit. */
export function UpgradeModal({ onClose }: { onClose: () => void }) {
  return <Dialog open onClose={onClose} title={words.modalTitle} description={words.modalText} />;
}
