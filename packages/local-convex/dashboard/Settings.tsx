import { useState, type FormEvent } from "react";
import { post } from "./admin";
import { useLive, useScope } from "./live";
import { Button, cell, Empty, Grid, Heading, input, Labelled, Problem, Loaded, ConfirmButton } from "./ui";
import { useAct } from "./useAct";

interface Variable {
  name: string;
  value: string;
}

/** The deployment's environment variables, as in `npx convex env`. */
export function Settings() {
  const variables = useLive<Variable[]>("cli/queryEnvironmentVariables");
  const { adminKey } = useScope();
  const { act, isBusy, problem } = useAct();
  const change = (name: string, value: string | null) =>
    act(() => post(adminKey, "/api/update_environment_variables", { changes: [{ name, value }] }));
  return (
    <div className="grid gap-3">
      <Heading title="Environment variables" />
      <p className="text-soft">A change loads the functions again and runs every live query again.</p>
      {problem !== null && <Problem error={problem} />}
      <Loaded result={variables}>
        {(all) => (
          <>
            {all.length === 0 && <Empty>No variables are set.</Empty>}
            {all.length > 0 && (
              <Grid label="Environment variables" head={["Name", "Value", ""]}>
                {all.map((variable) => (
                  <Row key={variable.name} {...variable} isBusy={isBusy} change={change} />
                ))}
              </Grid>
            )}
          </>
        )}
      </Loaded>
      <Add isBusy={isBusy} change={change} />
    </div>
  );
}

interface Changing {
  isBusy: boolean;
  change: (name: string, value: string | null) => Promise<boolean>;
}

/** Values are often secrets, so each is hidden until a click. */
function Row({ name, value, isBusy, change }: Variable & Changing) {
  const [isShown, setShown] = useState(false);
  const [draft, setDraft] = useState<string | null>(null);
  const save = async () => {
    if (draft !== null && (await change(name, draft))) setDraft(null);
  };
  return (
    <tr>
      <td className={`${cell} font-mono`}>{name}</td>
      <td className={`${cell} w-full font-mono`}>
        {draft === null ? (
          <span className="whitespace-pre-wrap">{isShown ? value : "••••••••"}</span>
        ) : (
          <textarea
            className={input}
            aria-label={`Value of ${name}`}
            rows={Math.min(6, draft.split("\n").length)}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
          />
        )}
      </td>
      <td className={`${cell} whitespace-nowrap`}>
        {draft === null ? (
          <>
            <Button
              variant="quiet"
              aria-label={`${isShown ? "Hide" : "Show"} ${name}`}
              onClick={() => setShown(!isShown)}
            >
              {isShown ? "Hide" : "Show"}
            </Button>
            <Button variant="quiet" aria-label={`Change ${name}`} onClick={() => setDraft(value)}>
              Change
            </Button>
            <ConfirmButton
              label="Remove"
              confirmLabel="Really remove?"
              subject={name}
              disabled={isBusy}
              act={() => void change(name, null)}
            />
          </>
        ) : (
          <>
            <Button variant="main" disabled={isBusy} onClick={() => void save()}>
              Save
            </Button>
            <Button variant="quiet" onClick={() => setDraft(null)}>
              Leave it
            </Button>
          </>
        )}
      </td>
    </tr>
  );
}

function Add({ isBusy, change }: Changing) {
  const [name, setName] = useState("");
  const [value, setValue] = useState("");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await change(name.trim(), value))) return;
    setName("");
    setValue("");
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="grid items-end gap-2 pt-2 sm:grid-cols-[1fr_2fr_auto]">
      <Labelled label="New variable">
        <input
          className={`${input} font-mono`}
          required
          placeholder="NAME"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Labelled>
      <Labelled label="Value">
        <input className={`${input} font-mono`} value={value} onChange={(event) => setValue(event.target.value)} />
      </Labelled>
      <Button type="submit" disabled={isBusy}>
        Set
      </Button>
    </form>
  );
}
