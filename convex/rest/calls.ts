/**
 * Runs public functions for the person of a checked REST token. The platform takes an identity only from the header `Authorization`, but
 * REST sends its token in another header. So the function runs with the identity as an argument. Guard, shapes and rules are the same as
 * for the app. Only this deployment can call these functions.
 */
import { type FunctionReference, getFunctionName } from "convex/server";
import { v, type GenericValidator, type Infer, type PropertyValidators } from "convex/values";
import { literals, validate } from "convex-helpers/validators";
import { internal } from "../_generated/api";
import {
  internalAction,
  internalMutation,
  internalQuery,
  type ActionCtx,
  type MutationCtx,
  type QueryCtx,
} from "../_generated/server";
import * as auth from "../auth";
import * as chat from "../chat";
import * as contact from "../contact";
import * as festival from "../festival";
import * as matches from "../matches";
import * as moderator from "../moderator";
import * as numbers from "../numbers";
import * as organiser from "../organiser";
import * as payments from "../payments";
import * as people from "../people";
import * as profiles from "../profiles";
import * as reports from "../reports";
import { fail } from "../shared/errors";
import { guardNames, type Who } from "../shared/guards";
import * as swipes from "../swipes";
import * as tickets from "../tickets";

/** `subject`: the token's subject, as the platform has it, or null. `who`: the callers that the route allows. */
const call = v.object({
  name: v.string(),
  args: v.any(),
  subject: v.union(v.string(), v.null()),
  who: literals("anyone", ...guardNames),
});
type Call = Infer<typeof call>;

export const query = internalQuery({
  args: call,
  returns: v.any(),
  handler: async (ctx, request): Promise<unknown> => await run({ ...ctx, auth: authOf(request) }, request, ctx.db),
});

export const mutation = internalMutation({
  args: call,
  returns: v.any(),
  handler: async (ctx, request): Promise<unknown> => await run({ ...ctx, auth: authOf(request) }, request, ctx.db),
});

/** Passes the identity on to every function that the action calls and that checks the caller. */
export const action = internalAction({
  args: call,
  returns: v.any(),
  handler: async (ctx, request): Promise<unknown> => await run(actionFor(ctx, request), request),
});

/** A function as its builder stores it: see `guardedBuilder` in `functions.ts`. */
type Shapes = PropertyValidators | GenericValidator;
type Definition = { args: Shapes; returns?: Shapes; handler: (ctx: object, args: object) => Promise<unknown> };
type Defined = { definition?: Definition; who?: Who };
type Database = (QueryCtx | MutationCtx)["db"];
type Ref = FunctionReference<"query" | "mutation" | "action", "public" | "internal">;
type Run = (ref: Ref, args: object) => Promise<unknown>;

const modules = {
  ...{ auth, chat, contact, festival, matches, moderator, numbers, organiser, payments, people },
  ...{ profiles, reports, swipes, tickets },
};

async function run(ctx: object, { name, args, who }: Call, db?: Database): Promise<unknown> {
  const { definition, who: guard = "anyone" } = functionOf(name) ?? {};
  const { args: shapes, returns, handler } = definition ?? fail("NOT_FOUND", "There is no such function.");
  // The guard that ran before reading the body must be the function's own.
  if (who !== "anyone" && guard !== "anyone" && guard !== who)
    throw new Error(`A route for ${who} calls ${name}, for ${guard}.`);
  if (!validate(validatorOf(shapes), args, db && { db })) fail("BAD_INPUT", "");
  // Like the platform: undefined becomes null. A wrong result is our bug, which the caller must not see.
  const value = (await handler(ctx, args as object)) ?? null;
  const isValid = returns === undefined || validate(validatorOf(returns), value, db && { db });
  if (!isValid) throw new Error(`ReturnsValidationError: ${name} returned a value that its validator refuses.`);
  return value;
}

function validatorOf(shapes: Shapes): GenericValidator {
  return "isConvexValidator" in shapes ? (shapes as GenericValidator) : v.object(shapes as PropertyValidators);
}

function functionOf(name: string): Defined | undefined {
  const [word = "", fn = ""] = name.split(":");
  const module = (modules as unknown as Record<string, Record<string, Defined> | undefined>)[word];
  return module !== undefined && Object.hasOwn(module, fn) ? module[fn] : undefined;
}

/** Like the platform, for a token of this deployment. Guards read only the subject. */
function authOf({ subject }: Call) {
  return { getUserIdentity: async () => (subject === null ? null : { subject }) };
}

function actionFor(ctx: ActionCtx, request: Call): object {
  const { subject, who } = request;
  const calls = internal.rest.calls;
  /** Runs a function that checks the caller through `calls`, with the identity. Runs any other function directly. */
  const viaCalls =
    (run: Run, via: Ref) =>
    async (ref: Ref, args: object = {}) => {
      const name = getFunctionName(ref);
      const checksCaller = functionOf(name)?.definition !== undefined;
      return await (checksCaller ? run(via, { name, args, subject, who }) : run(ref, args));
    };
  return {
    ...ctx,
    auth: authOf(request),
    runQuery: viaCalls(ctx.runQuery as Run, calls.query),
    runMutation: viaCalls(ctx.runMutation as Run, calls.mutation),
    runAction: viaCalls(ctx.runAction as Run, calls.action),
  };
}
