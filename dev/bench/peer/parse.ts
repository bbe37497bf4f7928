/** The parts of Parse that the bench uses. Parse is not a dependency, so its own types are missing. */

export interface ParseObject {
  id: string;
  get(field: string): unknown;
  save(fields: Record<string, unknown> | null, options?: CallOptions): Promise<ParseObject>;
  setACL(acl: ParseAcl): void;
}

interface ParseAcl {
  setReadAccess(user: ParseObject | string, allowed: boolean): void;
}

export interface ParseQuery {
  equalTo(field: string, value: unknown): ParseQuery;
  get(id: string, options?: CallOptions): Promise<ParseObject>;
  first(options?: CallOptions): Promise<ParseObject | undefined>;
  find(options?: CallOptions): Promise<ParseObject[]>;
}

interface CallOptions {
  useMasterKey?: boolean;
  sessionToken?: string;
}

export interface CloudCall {
  user: ParseObject;
  params: Record<string, unknown>;
}

interface CloudRules {
  requireUser: boolean;
  requireAnyUserRoles?: string[];
  fields: Record<string, { required: boolean; type: StringConstructor | BooleanConstructor }>;
}

interface Subscription {
  on(event: "open" | "create" | "update" | "error", listener: (object: ParseObject) => void): void;
}

export interface LiveQueryClient {
  open(): void;
  close(): unknown;
  on(event: "error", listener: (error: unknown) => void): void;
  subscribe(query: ParseQuery, sessionToken: string): Subscription;
}

/** The client, also passed to cloud code. */
export interface ParseSdk {
  initialize(applicationId: string): void;
  serverURL: string;
  Object: new (className: string) => ParseObject;
  User: { createWithoutData(id: string): ParseObject };
  ACL: new () => ParseAcl;
  Query: (new (className: string) => ParseQuery) & { or(...queries: ParseQuery[]): ParseQuery };
  Error: (new (code: number, message: string) => Error) & Record<"DUPLICATE_VALUE" | "VALIDATION_ERROR", number>;
  Cloud: {
    define(name: string, run: (call: CloudCall) => Promise<unknown>, rules: CloudRules): void;
    run(name: string, params: object, options: CallOptions): Promise<unknown>;
  };
  LiveQueryClient: new (options: { applicationId: string; serverURL: string; sessionToken: string }) => LiveQueryClient;
}

export interface ParseServerPackage {
  ParseServer: (new (options: object) => ParseServerInstance) & {
    createLiveQueryServer(http: unknown): Promise<unknown>;
  };
}

interface ParseServerInstance {
  start(): Promise<unknown>;
  app: unknown;
  config: { databaseController: { adapter: UniqueRules; loadSchema(): Promise<{ getOneSchema: GetSchema }> } };
}

type GetSchema = (className: string) => Promise<object>;

interface UniqueRules {
  ensureUniqueness(className: string, schema: object, fields: string[]): Promise<void>;
}
