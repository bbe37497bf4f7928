/** The deployment's own HTTP door in a test: the REST API calls public functions through it, with the caller's token. */
import { makeFunctionReference } from "convex/server";
import { ConvexError, convexToJson, jsonToConvex, type Value } from "convex/values";
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from "jose";
import { vi } from "vitest";
import { settings, type Product } from "./product.testing";

const url = "https://functions.test";
/** The status of a function that threw. */
const FUNCTION_REFUSED = 560;

/** From now on `fetch` reaches the public functions of this product, which checks the signature of every token. */
export function serveFunctions(t: Product): void {
  vi.stubEnv("CONVEX_CLOUD_URL", url);
  const others = globalThis.fetch;
  vi.stubGlobal("fetch", async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    return request.url.startsWith(url) ? await answer(t, request) : await others(request);
  });
}

type Asked = { path: string; args: [Parameters<typeof jsonToConvex>[0]] };

async function answer(t: Product, request: Request): Promise<Response> {
  const token = request.headers.get("authorization")?.replace(/^Bearer /, "");
  const caller = token === undefined ? t : await identified(t, token);
  if (caller === null) return Response.json({ code: "InvalidAuthHeader" }, { status: 401 });
  const { path, args } = (await request.json()) as Asked;
  const [kind, given] = [request.url.split("/").at(-1), jsonToConvex(args[0]) as Record<string, Value>];
  try {
    const value = await called(caller, kind, path, given);
    return Response.json({ status: "success", value: convexToJson(value) });
  } catch (error) {
    if (!(error instanceof ConvexError)) throw error;
    const said = { status: "error", errorMessage: "refused", errorData: convexToJson(error.data as Value) };
    return Response.json(said, { status: FUNCTION_REFUSED });
  }
}

async function called(
  caller: Pick<Product, "query" | "mutation" | "action">,
  kind: string | undefined,
  path: string,
  args: Record<string, Value>,
): Promise<Value> {
  if (kind === "query") return (await caller.query(makeFunctionReference<"query">(path), args)) as Value;
  if (kind === "mutation") return (await caller.mutation(makeFunctionReference<"mutation">(path), args)) as Value;
  return (await caller.action(makeFunctionReference<"action">(path), args)) as Value;
}

async function identified(t: Product, token: string) {
  const keys = createLocalJWKSet(JSON.parse(settings.JWKS ?? "") as JSONWebKeySet);
  const issuer = settings.CONVEX_SITE_URL ?? "";
  const read = await jwtVerify(token, keys, { issuer, audience: "convex" }).catch(() => null);
  return read && t.withIdentity({ subject: read.payload.sub ?? "", issuer });
}
