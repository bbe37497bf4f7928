import { pushError } from "../errors";
import { partsOf } from "../paths.mjs";
import type { AnalyzedModule, DefinitionAnalysis, Instance } from "./project";

/** A definition, as `defineApp` or `defineComponent` exports it. */
export interface DefinitionJson extends Record<string, unknown> {
  definitionType: { type: "app" } | { type: "childComponent"; name: string };
  childComponents: { name: string; path: string; env?: Instance["environment"] | null }[];
  httpMounts: Record<string, string>;
  exports: unknown;
}

type Exports = { type: "branch"; branch: [string, Exports][] } | { type: "leaf"; leaf: string };

/** Returns a component's public functions as a tree, for `components.name.module.fn`. */
export function exportsOf(functions: Record<string, AnalyzedModule>): Exports {
  const root: Exports = { type: "branch", branch: [] };
  for (const [file, module] of Object.entries(functions)) {
    const path = file.replace(/\.js$/, "");
    for (const { name, visibility } of module.functions) {
      if (visibility.kind !== "public") continue;
      let branch = root.branch;
      for (const part of partsOf(path)) branch = childOf(branch, part);
      branch.push([name, { type: "leaf", leaf: `_reference/function/${path}:${name}` }]);
    }
  }
  return root;
}

function childOf(branch: [string, Exports][], name: string): [string, Exports][] {
  const existing = branch.find((entry) => entry[0] === name)?.[1];
  if (existing?.type === "branch") return existing.branch;
  const created: Exports = { type: "branch", branch: [] };
  branch.push([name, created]);
  return created.branch;
}

/** Returns the instances as a tree. Adds them to the list `instances`. */
export function instantiate(
  definitionPath: string,
  componentPath: string,
  name: string,
  environment: Instance["environment"],
  analysis: Record<string, DefinitionAnalysis>,
  instances: Instance[],
): unknown {
  const analyzed = analysis[definitionPath];
  if (analyzed === undefined)
    throw pushError("InvalidModules", `Component definition ${definitionPath} was not pushed.`);
  const definition = analyzed.definition as DefinitionJson;
  const children: Record<string, string> = {};
  const { httpMounts } = definition;
  instances.push({ componentPath, definitionPath, name, environment, children, httpMounts });
  const childComponents: Record<string, unknown> = {};
  for (const child of definition.childComponents) {
    const path = componentPath === "" ? child.name : `${componentPath}/${child.name}`;
    children[child.name] = path;
    childComponents[child.name] = instantiate(child.path, path, child.name, child.env ?? [], analysis, instances);
  }
  const routes = analyzed.functions["http.js"]?.httpRoutes?.map((httpRoute) => httpRoute.route) ?? null;
  const httpRoutes = { httpModuleRoutes: routes, mounts: Object.keys(httpMounts ?? {}) };
  return { definitionPath, componentPath, args: {}, childComponents, httpRoutes, exports: {} };
}
