import { Link } from "react-router-dom";
import { features, products } from "../../../convex/shared/prices";
import { Dialog } from "../../components/Dialog";
import { useMe } from "../../session/useAttendee";
import { OfferTicket } from "./OfferTicket";
import { usePay } from "./usePay";
import { words } from "./words";

export function UpgradeModal({ onClose }: { onClose: () => void }) {
  const me = useMe();
  const { isPaying, pay } = usePay(onClose);
  const buy = (feature: Parameters<typeof pay>[0]) => void pay(feature);

  return (
    <Dialog open onClose={onClose} title={words.modalTitle} description={words.modalText}>
      {features.map((feature) => (
        <OfferTicket
          key={feature}
          background="raised"
          feature={feature}
          isOwned={me[products[feature].has]}
          isPaying={isPaying}
          onBuy={buy}
        />
      ))}
      <p className="text-center text-note text-soft">
        {words.honest}{" "}
        <Link
          to="/refund-cancellation"
          onClick={onClose}
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          {words.refunds}
        </Link>
      </p>
    </Dialog>
  );
}
