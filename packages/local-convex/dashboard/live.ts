import { useConvex, useQueries } from "convex/react";
import { makeFunctionReference } from "convex/server";
import { convexToJson, jsonToConvex, type JSONValue, type Value } from "convex/values";
import { createContext, useContext, useMemo } from "react";

/** The context of every screen. */
export interface Scope {
  adminKey: string;
  /** The component's path. "": the app. */
  component: string;
}

export const ScopeContext = createContext<Scope>({ adminKey: "", component: "" });

export function useScope(): Scope {
  return useContext(ScopeContext);
}

/**
 * Returns the newest result of a system query of the chosen component: undefined while it loads, an Error if it failed.
 * Null `args` skip the query.
 */
export function useLive<T>(name: string, args: Record<string, unknown> | null = {}): T | Error | undefined {
  const { component } = useScope();
  const argsText = args === null ? "" : JSON.stringify(convexToJson({ ...args, componentId: component } as Value));
  const queries = useMemo((): Parameters<typeof useQueries>[0] => {
    if (argsText === "") return {};
    const query = makeFunctionReference<"query">(`_system/${name}`);
    return { it: { query, args: jsonToConvex(JSON.parse(argsText) as JSONValue) as Record<string, Value> } };
  }, [name, argsText]);
  return (useQueries(queries) as { it?: T | Error }).it;
}

/** Calls a system mutation of the chosen component. */
export function useChange(): (name: string, args: Record<string, unknown>) => Promise<unknown> {
  const client = useConvex();
  const { component } = useScope();
  return (name, args) => {
    const mutation = makeFunctionReference<"mutation">(`_system/frontend/${name}`);
    return client.mutation(mutation, { ...args, componentId: component } as Record<string, Value>);
  };
}
