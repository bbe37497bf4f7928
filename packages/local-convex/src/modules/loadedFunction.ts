import type { Check } from "../database/validators";

/** A registered function, as the Convex library makes it. */
export interface Registered {
  invokeQuery(args: string): Promise<string>;
  invokeMutation(args: string): Promise<string>;
  invokeAction(requestId: string, args: string): Promise<string>;
}

/** A function that can be called. */
export interface LoadedFunction {
  path: string;
  type: "query" | "mutation" | "action";
  isPublic: boolean;
  /** Of a module with "use node". */
  isNode: boolean;
  checkArgs: Check | null;
  checkReturns: Check | null;
  load(): Registered | Promise<Registered>;
}
