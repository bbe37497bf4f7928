import { actionGeneric, makeFunctionReference, mutationGeneric, queryGeneric } from "convex/server";
import { v, type Value } from "convex/values";
import { play as playOn, type RunResult, type Reading, runSteps } from "./interpreter";
import type { Program, State, Step } from "./language";

const args = { steps: v.any(), state: v.any() };
const [mutateReference, lookReference] = ["programs:mutate", "programs:look"].map((name) =>
  makeFunctionReference<"mutation" & "query">(name),
);

/** The functions that run programs: one for each kind of call, and one that makes all calls of a program. */
export function functionsOn(reading: Reading) {
  const run = async (ctx: object, { steps, state }: { steps?: unknown; state?: unknown }) =>
    (await runSteps(ctx as never, steps as Step[], state as State, reading)) as unknown as Value;
  return {
    mutate: mutationGeneric({ args, handler: run }),
    look: queryGeneric({ args, handler: run }),
    play: actionGeneric({
      args: { program: v.any() },
      handler: async (ctx, { program }) =>
        (await playOn(program as Program, async ({ kind, steps }, state) => {
          const call = { steps, state } as never;
          const value: unknown = await (kind === "mutation"
            ? ctx.runMutation(mutateReference as never, call)
            : ctx.runQuery(lookReference as never, call));
          return value as RunResult;
        })) as unknown as Value,
    }),
    empty: mutationGeneric({
      args: { tables: v.array(v.string()) },
      handler: async (ctx, { tables }) => {
        for (const table of tables)
          for (const { _id } of await ctx.db.query(table).collect()) await ctx.db.delete(_id as never);
      },
    }),
  };
}
