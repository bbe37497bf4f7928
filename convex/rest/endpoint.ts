/**
 * One REST endpoint: what it takes and gives, and the public function that it calls. It calls the function as a client of this
 * deployment with the caller's token, so that guards, shapes and rules are the same as for the app.
 */
import { ConvexHttpClient } from "convex/browser";
import * as z from "zod";
import { api } from "../_generated/api";
import { env, type ActionCtx } from "../_generated/server";
import { fail } from "../shared/errors";
import { firstSentence } from "../shared/forms";
import { json, PROOF_HEADER, Refused, refusal } from "./reply";
import { readCsv, readForm, readJson, type BodySize } from "./request";

/** Who may call: `anyone` needs no token; the others are those of the guards. */
export type Caller = "anyone" | "user" | "member" | "moderator" | "organiser";

export interface Call<Body> {
  ctx: ActionCtx;
  client: ConvexHttpClient;
  body: Body;
  /** A solved puzzle, where one was sent along, as an argument. */
  proof: { proof?: string };
  /** The part of the path that is in braces in the route. */
  param: string;
  /** What the address has behind a question mark. */
  search: URLSearchParams;
}

interface Spec<B extends z.ZodType, Result> {
  /** What it does, in one line for the description. */
  does: string;
  takes?: B;
  /** The schema for the description, where `run` itself checks the body with it. */
  described?: z.ZodType;
  /** What the address may have behind a question mark: a whole number each, and what it means. */
  query?: Record<string, string>;
  /** The same for texts. */
  texts?: Record<string, string>;
  /** The body is a form with files instead of JSON. */
  form?: true;
  /** The body is a CSV file. */
  csv?: true;
  size?: BodySize;
  /** The sentence for an error that has none. */
  otherwise: string;
  /** For anyone, but who is signed in is told to the function, where a token of a session that lasts is sent along. */
  recognises?: true;
  /** Statuses of refusals, beside those that every endpoint of its kind has. */
  refuses?: number[];
  run(call: Call<z.output<B>>): Promise<Result>;
}

interface EndpointSpec<B extends z.ZodType, A extends z.ZodType> extends Spec<B, z.input<A>> {
  may: Caller;
  gives: A;
}

/** What the description says of an endpoint. */
export interface Described {
  does: string;
  may: Caller | "provider";
  takes?: z.ZodType | undefined;
  query?: Record<string, string> | undefined;
  texts?: Record<string, string> | undefined;
  form?: true | undefined;
  csv?: true | undefined;
  gives: z.ZodType;
  refuses?: number[] | undefined;
}

export interface Endpoint extends Described {
  answer(ctx: ActionCtx, request: Request, param: string): Promise<Response>;
}

/** The answer of an endpoint that has nothing to tell but that it worked. */
export const done = z.object({ message: z.string() });

export const forAnyone = endpointsOf("anyone");
export const forUser = endpointsOf("user");
export const forMember = endpointsOf("member");
export const forModerator = endpointsOf("moderator");
export const forOrganiser = endpointsOf("organiser");

/** What makes endpoints for one kind of caller. */
function endpointsOf(may: Caller) {
  return {
    /** An endpoint whose answers have this shape. */
    gives: <B extends z.ZodType, A extends z.ZodType>(gives: A, spec: Spec<B, z.input<A>>): Endpoint =>
      endpoint({ ...spec, may, gives }),
    /** An endpoint that answers this message. */
    says: <B extends z.ZodType>(message: string, spec: Spec<B, unknown>): Endpoint => {
      const run = async (call: Call<z.output<B>>) => {
        await spec.run(call);
        return { message };
      };
      return endpoint({ ...spec, may, gives: done, run });
    },
  };
}

function endpoint<B extends z.ZodType, A extends z.ZodType>(spec: EndpointSpec<B, A>): Endpoint {
  const { does, may, query, texts, form, csv, gives, refuses, takes, described = takes } = spec;
  return {
    ...{ does, may, query, texts, form, csv, gives, refuses, takes: described },
    answer: (ctx, request, param) => answer(spec, ctx, request, param),
  };
}

async function answer<B extends z.ZodType, A extends z.ZodType>(
  spec: EndpointSpec<B, A>,
  ctx: ActionCtx,
  request: Request,
  param: string,
): Promise<Response> {
  try {
    const client = clientOf(spec, request);
    const body = await read(spec, request).catch(async (error: unknown) => {
      // A caller who may not call this at all is told that, not what was wrong with the body.
      await guards[spec.may](client);
      throw error;
    });
    const search = new URL(request.url).searchParams;
    const value = await spec.run({ ctx, client, body, proof: proofIn(request), param, search });
    // Only described fields leave.
    return json(request, spec.gives.parse(value));
  } catch (error) {
    return refusal(request, error, spec.otherwise);
  }
}

function proofIn(request: Request): { proof?: string } {
  const proof = request.headers.get(PROOF_HEADER)?.trim();
  return proof ? { proof } : {};
}

async function read<B extends z.ZodType>(
  {
    takes,
    form,
    csv,
    size = "small",
    otherwise,
  }: Pick<EndpointSpec<B, z.ZodType>, "takes" | "form" | "csv" | "size" | "otherwise">,
  request: Request,
): Promise<z.output<B>> {
  // A body that was sent all the same is ignored.
  if (takes === undefined) return undefined as z.output<B>;
  const readBody = form ? readForm : csv ? readCsv : readJson;
  const input = await readBody(request, size);
  const parsed = takes.safeParse(input, { error: () => otherwise });
  if (!parsed.success) fail("BAD_INPUT", firstSentence(parsed.error));
  return parsed.data;
}

function clientOf(
  { may, otherwise, recognises }: { may: Caller; otherwise: string; recognises?: true | undefined },
  request: Request,
): ConvexHttpClient {
  const token = request.headers.get("x-auth-token")?.trim();
  if (may !== "anyone" && !token) fail("UNAUTHENTICATED", SESSION_OVER);
  const client = new ConvexHttpClient(env.CONVEX_CLOUD_URL, {
    logger: false,
    skipConvexDeploymentUrlCheck: true,
    fetch: (input, init) => callFunction(otherwise, may === "anyone", input, init),
  });
  // Most endpoints for anyone ignore the token, since an expired one must not keep anybody from signing in.
  if ((may !== "anyone" || recognises) && token) client.setAuth(token);
  return client;
}

/** The Convex client throws the same kind of error for every unexpected status. This tells them apart before it does. */
async function callFunction(
  otherwise: string,
  isForAnyone: boolean,
  ...call: Parameters<typeof fetch>
): Promise<Response> {
  let response = await fetch(...call).catch(() => null);
  if (isForAnyone && response?.status === 401) response = await fetch(...unsigned(call)).catch(() => null);
  if (response?.ok || response?.status === FUNCTION_REFUSED) return response;
  if (response?.status === 401) fail("UNAUTHENTICATED", SESSION_OVER);
  if (response?.status === 400 || response?.status === 413) fail("BAD_INPUT", otherwise);
  throw new Refused(503, "BUSY", (await unavailable(response)) ?? otherwise, { "Retry-After": "1" });
}

/** The same call without the token, which does not count any more. */
function unsigned([input, init]: Parameters<typeof fetch>): Parameters<typeof fetch> {
  const headers = new Headers(init?.headers);
  headers.delete("Authorization");
  return [input, { ...init, headers }];
}

/** What a deployment says that has no room on its disk, for everybody to read. */
async function unavailable(response: Response | null): Promise<string | null> {
  if (response?.status !== 503) return null;
  const { code, message } = (await response.json().catch(() => ({}))) as { code?: string; message?: string };
  return code === "StorageUnavailable" && message !== undefined ? message : null;
}

/** The status of a function that threw an error. */
const FUNCTION_REFUSED = 560;
const SESSION_OVER = "Session expired. Please login again.";

/** For each kind of caller a cheap query that only they may call. */
const guards: Record<Caller, (client: ConvexHttpClient) => Promise<unknown>> = {
  anyone: async () => null,
  user: (client) => client.query(api.profiles.me, {}),
  member: (client) => client.query(api.matches.list, { limit: 1 }),
  moderator: (client) => client.query(api.moderator.claimed, {}),
  organiser: (client) => client.query(api.organiser.staff, {}),
};
