import { PageLinks } from "../../components/PageLinks";
import { Title } from "../../components/Title";
import { useFestival } from "../../lib/festival";
import { DeleteAccount } from "./DeleteAccount";
import { OwnData } from "./OwnData";
import { ownWords as words } from "./ownWords";
import { SignOutButton } from "./SignOutButton";

/** Replaces every screen once the app is closed: a thank-you, the data download and the account's deletion. */
export function ClosedScreen() {
  const { erasing } = useFestival();
  return (
    <div className="stagelight flex min-h-dvh flex-col px-5">
      <Title>{words.closed}</Title>
      <main className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center gap-8 pt-[calc(3rem+var(--ribbon))] pb-12">
        <div role="status" className="flex flex-col gap-4">
          <h1 className="text-poster">{words.closed}</h1>
          <p className="text-lead">{words.closedText(erasing)}</p>
        </div>
        <OwnData />
        <div className="flex flex-col gap-3 sm:flex-row">
          <DeleteAccount label={words.deleteNow} />
          <SignOutButton variant="bare" />
        </div>
      </main>
      <footer className="pb-4 text-note text-soft">
        <PageLinks />
      </footer>
    </div>
  );
}
