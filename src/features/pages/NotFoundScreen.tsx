import { ButtonLink } from "../../components/Button";
import { DocumentTitle } from "../../components/DocumentTitle";
import { wall } from "../../components/drawings";
import { Panel } from "../../components/Panel";
import { useFestival } from "../../lib/festival";
import { notFoundWords as words } from "./notFoundWords";

export function NotFoundScreen() {
  const { name } = useFestival();
  return (
    <main className="stagelight grid min-h-dvh grid-cols-1 place-items-center">
      <DocumentTitle>{`${words.title} · ${name}`}</DocumentTitle>
      <Panel alone drawing={wall} title={words.title} action={<ButtonLink to="/">{words.home}</ButtonLink>}>
        {words.text}
      </Panel>
    </main>
  );
}
