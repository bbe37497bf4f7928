/**
 * One REST endpoint: its input, its result, and the public function it calls. The function runs as the token's person, with the
 * same guards, shapes and rules as for the app: see `calls.ts`.
 */
import * as z from "zod";
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { fail, failTooMany, failSignedOut } from "../shared/errors";
import { firstSentence } from "../shared/forms";
import type { Who } from "../shared/guards";
import { RestClient, subjectOf } from "./client";
import { json, PROOF_HEADER, refusal } from "./reply";
import { readCsv, readForm, readJson, type BodySize } from "./request";

/** Who may call. `anyone` needs no token. The others are the guards' names. */
export type Caller = Exclude<Who, "staff">;

export interface Call<Body> {
  ctx: ActionCtx;
  client: RestClient;
  body: Body;
  /** The solution of a puzzle, if the request has one. */
  proof: { proof?: string };
  /** The part of the path in braces. */
  param: string;
  /** The query parameters. */
  search: URLSearchParams;
}

/** What the description says about an endpoint. */
interface Shown {
  /** One line for the description. */
  summary: string;
  /** Integer query parameters, and their meaning. */
  query?: Record<string, string>;
  /** String query parameters, and their meaning. */
  texts?: Record<string, string>;
  /** The body is a form with files instead of JSON. */
  form?: true;
  /** The body is a CSV file. */
  csv?: true;
  /** Statuses of refusals, in addition to those that every endpoint of its kind has. */
  refuses?: number[];
}

interface Spec<B extends z.ZodType, Result> extends Shown {
  takes?: B;
  /** The schema for the description, if `run` itself checks the body with it. */
  described?: z.ZodType;
  size?: BodySize;
  /** The sentence for an error without one. */
  fallback: string;
  /** For anyone. If the token of a live session is sent, the function gets its user. */
  readsToken?: true;
  run(call: Call<z.output<B>>): Promise<Result>;
}

/** The bodies that a caller may send: small ones without a token, and CSV files only from the staff. */
type Sends<May extends Caller> = May extends "anyone"
  ? { size?: never; form?: never; csv?: never }
  : May extends "user" | "member"
    ? { csv?: never }
    : unknown;

interface EndpointSpec<B extends z.ZodType, A extends z.ZodType> extends Spec<B, z.input<A>> {
  caller: Caller;
  returns: A;
}

/** The part of an endpoint that the description shows. */
export interface Described extends Shown {
  caller: Caller | "provider";
  takes?: z.ZodType | undefined;
  returns: z.ZodType;
}

export interface Endpoint extends Described {
  answer(ctx: ActionCtx, request: Request, param: string): Promise<Response>;
}

/** The result of an endpoint that only reports success. */
export const done = z.object({ message: z.string() });

export const forAnyone = endpointsOf("anyone");
export const forUser = endpointsOf("user");
export const forMember = endpointsOf("member");
export const forModerator = endpointsOf("moderator");
export const forOrganiser = endpointsOf("organiser");

function endpointsOf<May extends Caller>(caller: May) {
  return {
    /** An endpoint whose results have this shape. */
    returns: <B extends z.ZodType, A extends z.ZodType>(returns: A, spec: Spec<B, z.input<A>> & Sends<May>): Endpoint =>
      endpoint({ ...spec, caller, returns }),
    /** An endpoint that returns this message. */
    returnsMessage: <B extends z.ZodType>(message: string, spec: Spec<B, unknown> & Sends<May>): Endpoint => {
      const run = async (call: Call<z.output<B>>) => {
        await spec.run(call);
        return { message };
      };
      return endpoint({ ...spec, caller, returns: done, run });
    },
  };
}

function endpoint<B extends z.ZodType, A extends z.ZodType>(spec: EndpointSpec<B, A>): Endpoint {
  const takes = spec.described ?? spec.takes;
  return { ...spec, takes, answer: (ctx, request, param) => answer(spec, ctx, request, param) };
}

async function answer<B extends z.ZodType, A extends z.ZodType>(
  spec: EndpointSpec<B, A>,
  ctx: ActionCtx,
  request: Request,
  param: string,
): Promise<Response> {
  try {
    const client = await clientOf(spec, ctx, request);
    const body = await read(spec, ctx, client, request);
    const search = new URL(request.url).searchParams;
    const value = await spec.run({ ctx, client, body, proof: proofIn(request), param, search });
    // Drops undescribed fields.
    return json(request, spec.returns.parse(value));
  } catch (error) {
    return refusal(request, error, spec.fallback);
  }
}

function proofIn(request: Request): { proof?: string } {
  const proof = request.headers.get(PROOF_HEADER)?.trim();
  return proof ? { proof } : {};
}

/** Reads and checks the body, after the guard. */
async function read<B extends z.ZodType>(
  { takes, form, csv, size = "small", fallback }: EndpointSpec<B, z.ZodType>,
  ctx: ActionCtx,
  client: RestClient,
  request: Request,
): Promise<z.output<B>> {
  // A body is ignored, and the guard runs with the function.
  if (takes === undefined) return undefined as z.output<B>;
  const userId = await client.admit();
  const countLarge = async () => {
    const wait = userId && (await ctx.runMutation(internal.auth.countLargeBody, { userId }));
    if (wait !== null) failTooMany(wait);
  };
  const readBody = form ? readForm : csv ? readCsv : readJson;
  const input = await readBody(request, { size, countLarge });
  const parsed = takes.safeParse(input, { error: () => fallback });
  if (!parsed.success) fail("BAD_INPUT", firstSentence(parsed.error));
  return parsed.data;
}

async function clientOf(
  { caller, readsToken }: { caller: Caller; readsToken?: true | undefined },
  ctx: ActionCtx,
  request: Request,
): Promise<RestClient> {
  // Most endpoints for anyone ignore the token: signing in would end its session.
  const token = caller === "anyone" && !readsToken ? null : request.headers.get("x-auth-token")?.trim();
  const subject = token ? await subjectOf(token) : null;
  if (caller !== "anyone" && subject === null) failSignedOut();
  return new RestClient(ctx, subject, caller);
}
