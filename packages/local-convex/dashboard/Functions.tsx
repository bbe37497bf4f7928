import { useState } from "react";
import { FunctionForm, type FunctionSpec } from "./FunctionForm";
import { useLive, useScope } from "./live";
import { hrefOf, useRoute } from "./route";
import { Empty, Heading, matchesSearch, Search, Loaded } from "./ui";

export function Functions() {
  const specs = useLive<Spec[]>("cli/modules:apiSpec");
  return <Loaded result={specs}>{(all) => <FunctionBrowser all={all.filter(isCalled).sort(byName)} />}</Loaded>;
}

type Spec = FunctionSpec | { functionType: "HttpAction"; method: string; path: string };

function isCalled(spec: Spec): spec is FunctionSpec {
  return spec.functionType !== "HttpAction";
}

function FunctionBrowser({ all }: { all: FunctionSpec[] }) {
  const { params } = useRoute();
  const [searchText, setSearchText] = useState("");
  const matching = all.filter(({ identifier }) => matchesSearch(nameOf(identifier), searchText));
  const chosen = all.find(({ identifier }) => nameOf(identifier) === params.get("function"));
  if (all.length === 0) {
    return (
      <>
        <Heading title="Functions" />
        <Empty>
          There are no functions yet. Push some: <code>npx convex dev</code>.
        </Empty>
      </>
    );
  }
  return (
    <div className="grid gap-4 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <div className={`grid content-start gap-2 ${chosen === undefined ? "" : "max-lg:hidden"}`}>
        <Search label="Find a function" searchText={searchText} change={setSearchText} />
        <List specs={matching} chosen={chosen} />
      </div>
      <div className="min-w-0">
        {chosen === undefined ? (
          <div className="max-lg:hidden">
            <Empty>Choose a function to run it.</Empty>
          </div>
        ) : (
          <FunctionForm key={chosen.identifier} spec={chosen} name={nameOf(chosen.identifier)} />
        )}
      </div>
    </div>
  );
}

function List({ specs, chosen }: { specs: FunctionSpec[]; chosen: FunctionSpec | undefined }) {
  const { component } = useScope();
  if (specs.length === 0) return <Empty>No function has that in its name.</Empty>;
  return (
    <ul className="grid gap-0.5 lg:max-h-[calc(100dvh-9rem)] lg:overflow-y-auto">
      {specs.map((spec) => (
        <li key={spec.identifier}>
          <a
            href={hrefOf("functions", { function: nameOf(spec.identifier), component })}
            aria-current={spec === chosen ? "true" : undefined}
            className={`flex items-baseline justify-between gap-2 rounded-md px-2.5 py-1.5 font-mono text-[13px] ${spec === chosen ? "bg-line/60" : "hover:bg-line/30"}`}
          >
            <span className="min-w-0 break-words">{nameOf(spec.identifier)}</span>
            <span className="font-sans text-xs text-soft">{kindOf(spec)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function byName(a: FunctionSpec, b: FunctionSpec): number {
  return a.identifier < b.identifier ? -1 : 1;
}

/** Returns the name for calls of `mod.js:fn`. */
function nameOf(identifier: string): string {
  return identifier.replace(".js:", ":");
}

function kindOf({ functionType, visibility }: FunctionSpec): string {
  return `${visibility.kind === "public" ? "" : "internal "}${functionType.toLowerCase()}`;
}
