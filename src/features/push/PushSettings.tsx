import { useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { pushKinds } from "../../../convex/shared/options";
import { SwitchField } from "../../components/SwitchField";
import { useToastedMutation } from "../../lib/toastResult";
import { usePush, type PushSettings as Settings } from "./usePush";
import { words } from "./words";

/** The notification settings on /profile. Hidden if the deployment sends none. */
export function PushSettings() {
  const settings = useQuery(api.push.settings);
  if (settings === undefined || settings.key === null) return null;
  return <PushFields settings={settings} />;
}

function PushFields({ settings }: { settings: Settings }) {
  const { ability, switchOn, switchOff } = usePush(settings);
  const canSwitch = ability === "askable" || ability === "granted";

  return (
    <section className="flex flex-col gap-4">
      <h3 className="text-lead text-soft">{words.title}</h3>
      {canSwitch ? (
        <SwitchField
          label={words.here}
          hint={words.hereHint}
          on={settings.here !== null}
          onChange={(on) => (on ? switchOn() : switchOff())}
        />
      ) : (
        <p className="rounded-md bg-sunken px-4 py-3 text-soft">{words[ability]}</p>
      )}
      {settings.devices > 0 && <Kinds settings={settings} />}
    </section>
  );
}

/** The kinds of notifications, for all of the user's devices. */
function Kinds({ settings: { kinds, showNames } }: { settings: Settings }) {
  const change = useToastedMutation(api.push.setSettings, { failure: words.failed });
  return (
    <>
      {pushKinds.map((kind) => (
        <SwitchField
          key={kind}
          {...words.kinds[kind]}
          on={kinds[kind]}
          onChange={(on) => change({ kinds: { [kind]: on } })}
        />
      ))}
      <SwitchField
        label={words.showNames}
        hint={words.showNamesHint}
        on={showNames}
        onChange={(on) => change({ showNames: on })}
      />
    </>
  );
}
