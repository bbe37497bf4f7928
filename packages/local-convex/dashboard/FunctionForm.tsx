import type { Value } from "convex/values";
import { useState, type FormEvent } from "react";
import { runFunction, type Run } from "./admin";
import { useScope } from "./live";
import { hrefOf } from "./route";
import { textArea, Button, Heading, input, Labelled, Problem } from "./ui";
import { useAct } from "./useAct";
import { enteredValue, entryOf, typeText, type Field, type Validator } from "./validators";
import { parseValue, printValue } from "./values";

export interface FunctionSpec {
  /** `mod.js:fn`. */
  identifier: string;
  functionType: "Query" | "Mutation" | "Action";
  visibility: { kind: "public" | "internal" };
  args: Validator;
  returns: Validator;
}

export function FunctionForm({ spec, name }: { spec: FunctionSpec; name: string }) {
  const { adminKey, component } = useScope();
  const [entered, setEntered] = useState<Entered>(new Map());
  const [claims, setClaims] = useState("");
  const [run, setRun] = useState<Run | null>(null);
  const { act, isBusy, problem } = useAct();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setRun(null);
    await act(async () => {
      const call = { path: name, component, args: argsOf(spec.args, entered), identity: identityOf(claims) };
      setRun(await runFunction(adminKey, call));
    });
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Heading title={name}>
        <a className="text-accent underline lg:hidden" href={hrefOf("functions", { component })}>
          All functions
        </a>
      </Heading>
      <Arguments validator={spec.args} entered={entered} change={setEntered} />
      <Labelled label="Act as" hint="claims of a person; empty: nobody">
        <textarea
          className={textArea}
          rows={claims === "" ? 1 : 4}
          spellCheck={false}
          placeholder='{"subject": "…", "issuer": "…"}'
          value={claims}
          onChange={(event) => setClaims(event.target.value)}
        />
      </Labelled>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="main" disabled={isBusy}>
          {isBusy ? "Running…" : `Run ${spec.functionType.toLowerCase()}`}
        </Button>
        <code className="text-xs text-soft">returns {typeText(spec.returns)}</code>
      </div>
      {problem !== null && <Problem error={problem} />}
      {run !== null && <Outcome run={run} />}
    </form>
  );
}

/** The entered texts by argument name. A map, because an argument may have the name of an object's built-in property. */
type Entered = ReadonlyMap<string, string>;

interface ArgumentsProps {
  validator: Validator;
  entered: Entered;
  change: (entered: Entered) => void;
}

/** The key of the whole arguments object, for functions without argument validators. */
const ALL = "";

function Arguments({ validator, entered, change }: ArgumentsProps) {
  const set = (name: string) => (text: string) => change(new Map(entered).set(name, text));
  if (validator.type !== "object") {
    return (
      <Labelled label="Arguments" hint={typeText(validator)}>
        <Input entry={{ kind: "value" }} text={entered.get(ALL) ?? "{}"} change={set(ALL)} />
      </Labelled>
    );
  }
  const fields = Object.entries(validator.value);
  if (fields.length === 0) return <p className="text-soft">It takes no arguments.</p>;
  return fields.map(([name, { fieldType, optional }]) => (
    <Labelled key={name} label={name} hint={`${optional ? "optional, " : ""}${typeText(fieldType)}`}>
      <Input entry={entryOf(fieldType)} text={entered.get(name) ?? ""} change={set(name)} />
    </Labelled>
  ));
}

interface InputProps {
  entry: ReturnType<typeof entryOf>;
  text: string;
  change: (text: string) => void;
}

function Input({ entry, text, change }: InputProps) {
  if (entry.kind === "choice") {
    return (
      <select className={input} value={text} onChange={(event) => change(event.target.value)}>
        <option value="" />
        {entry.options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    );
  }
  const rows = Math.min(12, text.split("\n").length);
  return (
    <textarea
      className={textArea}
      rows={rows}
      spellCheck={false}
      value={text}
      onChange={(event) => change(event.target.value)}
    />
  );
}

function Outcome({ run }: { run: Run }) {
  return (
    <section aria-label="Result" aria-live="polite" className="grid gap-2">
      <p className="text-soft tabular-nums">Took {run.milliseconds.toFixed(0)} ms</p>
      {run.error !== undefined && <Problem error={run.error} />}
      {run.value !== undefined && (
        <pre className="max-h-[60dvh] overflow-auto rounded-md border border-line bg-raised p-3 font-mono text-[13px] whitespace-pre-wrap">
          {printValue(run.value)}
        </pre>
      )}
      {run.logLines.length > 0 && (
        <pre className="overflow-auto rounded-md border border-line p-3 font-mono text-[13px] whitespace-pre-wrap text-soft">
          {run.logLines.join("\n")}
        </pre>
      )}
    </section>
  );
}

function argsOf(validator: Validator, entered: Entered): Record<string, Value> {
  const fields: [string, Field][] = validator.type === "object" ? Object.entries(validator.value) : [];
  if (validator.type !== "object") return objectOf("The arguments", parseValue(entered.get(ALL) ?? "{}"));
  const values = fields.map(([name, field]) => [name, enteredValue(name, field, entered.get(name) ?? "")] as const);
  return Object.fromEntries(values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

function identityOf(claims: string): Record<string, Value> | null {
  return claims.trim() === "" ? null : objectOf("Claims", parseValue(claims));
}

function objectOf(what: string, value: Value): Record<string, Value> {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (isObject && !(value instanceof ArrayBuffer)) return value as Record<string, Value>;
  throw new Error(`${what} must be a single object.`);
}
