import type { Check } from "../database/validators";

/** A registered function of the Convex library. */
export interface Registered {
  invokeQuery(args: string): Promise<string>;
  invokeMutation(args: string): Promise<string>;
  invokeAction(requestId: string, args: string): Promise<string>;
}

export interface LoadedFunction {
  path: string;
  type: "query" | "mutation" | "action";
  isPublic: boolean;
  /** True in a module with "use node". */
  isNode: boolean;
  checkArgs: Check | null;
  checkReturns: Check | null;
  load(): Registered | Promise<Registered>;
}
