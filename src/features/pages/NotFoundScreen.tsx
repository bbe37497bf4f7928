import { ButtonLink } from "../../components/Button";
import { wall } from "../../components/drawings";
import { Panel } from "../../components/Panel";
import { Title } from "../../components/Title";
import { notFoundWords as words } from "./notFoundWords";

export function NotFoundScreen() {
  return (
    <main className="stagelight grid min-h-dvh grid-cols-1 place-items-center">
      <Title>{words.title}</Title>
      <Panel alone drawing={wall} title={words.title} action={<ButtonLink to="/">{words.home}</ButtonLink>}>
        {words.text}
      </Panel>
    </main>
  );
}
