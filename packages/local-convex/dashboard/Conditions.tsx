import { Plus, X } from "lucide-react";
import { useId, useState, type FormEvent } from "react";
import type { Condition } from "../src/contract/dashboard";
import { Button, Choice, input } from "./ui";
import type { Validator } from "./validators";
import { parseValue, printValue } from "./values";

const OPERATORS = {
  eq: "is",
  neq: "is not",
  lt: "is below",
  lte: "is at most",
  gt: "is above",
  gte: "is at least",
  missing: "is missing",
  present: "is there",
} as const;
type Operator = keyof typeof OPERATORS;

interface ConditionsProps {
  validator: Validator | null;
  conditions: Condition[];
  change: (conditions: Condition[]) => void;
}

export function Conditions({ validator, conditions, change }: ConditionsProps) {
  const [field, setField] = useState("");
  const [operator, setOperator] = useState<Operator>("eq");
  const [text, setText] = useState("");
  const list = useId();
  const hasValue = operator !== "missing" && operator !== "present";
  const add = (event: FormEvent) => {
    event.preventDefault();
    change([...conditions, conditionOf(field.trim(), operator, text, validator)]);
    setText("");
  };
  return (
    <div className="grid gap-2">
      <form onSubmit={add} className="flex flex-wrap gap-2" aria-label="Filter">
        <input
          className={`${input} max-w-44 font-mono`}
          aria-label="Field"
          placeholder="field"
          list={list}
          required
          value={field}
          onChange={(event) => setField(event.target.value)}
        />
        <datalist id={list}>
          {["_id", ...namesOf(validator), "_creationTime"].map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Choice label="Comparison" value={operator} options={OPERATORS} change={setOperator} />
        {hasValue && (
          <input
            className={`${input} max-w-56 font-mono`}
            aria-label="Value"
            placeholder="value"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
        <Button type="submit">
          <Plus size={16} aria-hidden /> Filter
        </Button>
      </form>
      {conditions.length > 0 && <Chips conditions={conditions} change={change} />}
    </div>
  );
}

function Chips({ conditions, change }: Omit<ConditionsProps, "validator">) {
  return (
    <ul className="flex flex-wrap gap-2">
      {conditions.map((condition, at) => (
        <li
          key={`${at} ${condition.field}`}
          className="flex max-w-full items-center rounded-full border border-line bg-raised pl-3"
        >
          <code className="truncate">{conditionText(condition)}</code>
          <button
            type="button"
            className="grid size-8 shrink-0 place-items-center text-soft hover:text-ink"
            aria-label={`Remove: ${conditionText(condition)}`}
            onClick={() => change(conditions.filter((_, other) => other !== at))}
          >
            <X size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}

function conditionText({ field, op, value }: Condition): string {
  if (value === undefined) return `${field} ${OPERATORS[op === "eq" ? "missing" : "present"]}`;
  return `${field} ${OPERATORS[op]} ${printValue(value, 0)}`;
}

/** Returns a condition. Its value is text if the field is text, or if it does not parse as any other value. */
function conditionOf(field: string, operator: Operator, text: string, validator: Validator | null): Condition {
  if (operator === "missing") return { field, op: "eq" };
  if (operator === "present") return { field, op: "neq" };
  return { field, op: operator, value: isText(field, validator) ? text : valueOf(text) };
}

function isText(field: string, validator: Validator | null): boolean {
  if (field === "_id") return true;
  // A field may have the name of an object's built-in property.
  const isKnown = validator?.type === "object" && Object.hasOwn(validator.value, field);
  const type = isKnown ? validator.value[field]?.fieldType.type : undefined;
  return type === "string" || type === "id";
}

function valueOf(text: string): unknown {
  try {
    return parseValue(text);
  } catch {
    return text;
  }
}

function namesOf(validator: Validator | null): string[] {
  return validator?.type === "object" ? Object.keys(validator.value) : [];
}
