/** The OpenAPI 3.1 description, generated from the schemas that check requests and responses. */
import * as z from "zod";
import { env } from "../_generated/server";
import { challengeParameters } from "../shared/challenges";
import { statusOf } from "../shared/errors";
import { restPath } from "../shared/paths";
import type { Festival } from "../shared/festival";
import type { Described } from "./endpoint";
import { PROOF_HEADER } from "./reply";

export type Routes<E> = Record<string, [method: "GET" | "POST" | "DELETE", path: string, endpoint: E][]>;

export type JsonSchema = z.core.JSONSchema.BaseSchema;
interface Content {
  description: string;
  content?: Record<string, { schema: JsonSchema }>;
}
export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  security: Record<string, string[]>[];
  "x-callers": string;
  parameters?: { name: string; in: "path" | "query"; required: boolean; schema: JsonSchema; description?: string }[];
  requestBody?: { required: true; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, Content>;
}
export interface OpenApi {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: object };
}

export function describe(routes: Routes<Described>, festival: Pick<Festival, "name" | "edition">): OpenApi {
  const schemas: Record<string, JsonSchema> = { Error: schemaOf(error, "output", {}) };
  const paths: OpenApi["paths"] = {};
  for (const [word, all] of Object.entries(routes)) {
    for (const [method, path, endpoint] of all) {
      paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(word, method, path, endpoint, schemas) };
    }
  }
  return {
    openapi: "3.1.0",
    info: { title: `${festival.name} REST API`, version: festival.edition || "1", description: ABOUT },
    servers: [{ url: env.CONVEX_SITE_URL + restPath }],
    tags: Object.keys(routes).map((name) => ({ name })),
    paths,
    components: {
      schemas,
      securitySchemes: { token: { type: "apiKey", in: "header", name: "x-auth-token" } },
    },
  };
}

const ABOUT =
  "Every call obeys the same rules as the app. Sign in at /auth/login or /moderator/login and send the token " +
  "in the header x-auth-token. Refusals are {error, code}: a sentence for the person and a code for the program. While many people " +
  "sign up, sign in, set passwords or write messages, these calls may return 429 with a puzzle, an ALTCHA challenge (version " +
  `2). Solving it takes a second. Then repeat the call with the header ${PROOF_HEADER}: the base64 of ` +
  '{"challenge": puzzle, "solution": {"counter", "derivedKey"}} as JSON, as returned by solveChallenge of altcha-lib. It is valid ' +
  "once, for this call and address, for five minutes.";

const error = z.object({
  error: z.string().meta({ description: "A sentence for the person." }),
  code: z.string().meta({
    description: "For the program.",
    examples: [...Object.keys(statusOf), "TOO_LARGE", "WRONG_TYPE", "WRONG_METHOD", "BUSY", "INTERNAL"],
  }),
  puzzle: z
    .looseObject({ parameters: z.looseObject(challengeParameters), signature: z.string() })
    .optional()
    .meta({ description: `With 429 only: an ALTCHA challenge. Its solution goes into the header ${PROOF_HEADER}.` }),
});

const meanings: Record<number, string> = {
  400: "The request is incomplete or invalid.",
  401: "The token is missing or forged, or its session has ended.",
  403: "The token is valid, but its owner may not do this.",
  404: "It does not exist, or it is not yours.",
  409: "It was already decided or done.",
  413: "The body is too large.",
  415: "The body has the wrong type.",
  429: `Too many calls. Retry-After: seconds to wait. With a puzzle: retry at once with ${PROOF_HEADER}.`,
  503: "A service that this call needs is down.",
};

function operationOf(
  word: string,
  method: string,
  path: string,
  endpoint: Described,
  schemas: Record<string, JsonSchema>,
): Operation {
  const { summary, caller, takes, form, csv, returns } = endpoint;
  const type = form ? "multipart/form-data" : csv ? "text/csv" : JSON_TYPE;
  const parameters = parametersOf(path, endpoint);
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^a-z]+(\w?)/gi, (_, next: string) => next.toUpperCase())}`,
    tags: [word],
    summary,
    security: caller === "anyone" || caller === "provider" ? [] : [{ token: [] }],
    "x-callers": caller,
    ...(parameters.length > 0 && { parameters }),
    ...(takes && {
      requestBody: {
        required: true,
        content: { [type]: { schema: schemaOf(takes, "input", schemas) } },
      },
    }),
    responses: {
      200: { description: "Done.", content: { [JSON_TYPE]: { schema: schemaOf(returns, "output", schemas) } } },
      ...Object.fromEntries(statusesOf(endpoint).map((status) => [status, refusalOf(status)])),
    },
  };
}

function parametersOf(path: string, { query = {}, texts = {} }: Described): NonNullable<Operation["parameters"]> {
  const [, name] = /\{(\w+)\}/.exec(path) ?? [];
  const inPath = name ? [{ name, in: "path" as const, required: true, schema: { type: "string" as const } }] : [];
  const inQuery = (names: Record<string, string>, type: "integer" | "string") =>
    Object.entries(names).map(([name, description]) => ({
      ...{ name, description, in: "query" as const, required: false, schema: { type } },
    }));
  return [...inPath, ...inQuery(query, "integer"), ...inQuery(texts, "string")];
}

const JSON_TYPE = "application/json";

function statusesOf({ caller, takes, refuses = [] }: Described): number[] {
  if (caller === "provider") return [401, 413];
  // A call with a body writes, and writes are limited.
  const forBody = takes ? [400, 413, 415, 429] : [];
  return [...forBody, ...(caller === "anyone" ? [] : [401, 403]), ...refuses];
}

function refusalOf(status: number): Content {
  const schema = { $ref: "#/components/schemas/Error" };
  return { description: meanings[status] ?? "Refused.", content: { [JSON_TYPE]: { schema } } };
}

/** Returns the JSON schema of a zod schema. Named schemas go to the components, once each. */
function schemaOf(schema: z.ZodType, io: "input" | "output", schemas: Record<string, JsonSchema>): JsonSchema {
  const generated = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    // Ids are custom zod types without a JSON schema.
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === "custom") jsonSchema.type = "string";
    },
  });
  const { $schema: _, $defs = {}, ...own } = withComponentRefs(generated);
  for (const [name, { id: __, ...definition }] of Object.entries($defs)) schemas[name] = definition;
  return own;
}

function withComponentRefs(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll("#/$defs/", "#/components/schemas/")) as JsonSchema;
}
