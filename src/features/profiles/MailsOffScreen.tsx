import { useEffect, useEffectEvent, useState } from "react";
import { useLocation } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { Button, ButtonLink } from "../../components/Button";
import { Panel } from "../../components/Panel";
import { Title } from "../../components/Title";
import { useMutation } from "../../lib/acts";
import { ownWords as words } from "./ownWords";

type State = "asking" | "off" | "failed";

/** /mails-off#{token}: the target of the mailed link, signed in or not. Opening it switches the mails off. */
export function MailsOffScreen() {
  const token = useLocation().hash.slice(1);
  const stop = useMutation(api.profiles.stopMails);
  const [state, setState] = useState<State>("asking");
  const switchOff = () => {
    stop({ token }).then(
      () => setState("off"),
      () => setState("failed"),
    );
  };
  const retry = () => {
    setState("asking");
    switchOff();
  };
  const start = useEffectEvent(switchOff);
  useEffect(() => {
    if (token !== "") start();
  }, [token]);

  const [title, text] = token === "" ? texts.noToken : texts[state];
  return (
    <main className="stagelight grid min-h-dvh grid-cols-1 place-items-center">
      <Title>{title}</Title>
      <Panel
        alone
        role={state === "failed" ? "alert" : "status"}
        title={title}
        action={
          <>
            {state === "failed" && <Button onClick={retry}>{words.tryAgain}</Button>}
            <ButtonLink to="/profile" variant={state === "failed" ? "bare" : "primary"}>
              {words.toProfile}
            </ButtonLink>
          </>
        }
      >
        {text}
      </Panel>
    </main>
  );
}

const texts = {
  noToken: [words.mailsOffNoToken, words.mailsOffNoTokenText],
  asking: [words.mailsOffWait, ""],
  off: [words.mailsOff, words.mailsOffText],
  failed: [words.mailsOffFailed, words.mailsOffFailedText],
} as const;
