import { Eye } from "lucide-react";
import { useState } from "react";
import { Badge } from "../../components/Badge";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { PersonCard } from "../../components/PersonCard";
import type { CurrentUser } from "../../session/useAttendee";
import { ownWords as words } from "./ownWords";

export function CardPreview({ me, label }: { me: CurrentUser; label: string }) {
  const [isOpen, setOpen] = useState(false);

  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <Eye aria-hidden className="size-5" />
        {label}
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={label}>
        <div className="mx-auto h-[clamp(22rem,66dvh,31.25rem)] w-full max-w-[21.875rem] shrink-0">
          <PersonCard person={me}>
            {me.isPremium && (
              <span className="absolute top-4 left-4">
                <Badge variant="gold">{words.premium}</Badge>
              </span>
            )}
          </PersonCard>
        </div>
      </Dialog>
    </>
  );
}
