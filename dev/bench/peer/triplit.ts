/** The parts of Triplit that the bench uses. Triplit is not a dependency, so its own types are missing. */

export const SECRET = "bench-triplit-secret";

type Entity = Record<string, string | number | boolean>;

export interface TriplitTransaction {
  fetchById(collection: string, id: string): Promise<Entity | null>;
  insert(collection: string, entity: Entity): Promise<unknown>;
  update(collection: string, id: string, changes: Entity): Promise<void>;
}

export interface TriplitDatabase {
  transact<T>(work: (tx: TriplitTransaction) => Promise<T>, options: { skipRules: boolean }): Promise<T>;
  updateQueryViews(): Promise<void>;
  broadcastToQuerySubscribers(): void;
}

interface TriplitCall {
  req: { header(name: string): string | undefined; json(): Promise<TriplitBody> };
  json(value: object, status?: number): unknown;
}

/** The body of a call to our route. */
interface TriplitBody {
  /** The ids of all members, sent by the bench to create them. */
  fill?: string[];
  other: string;
  liked: boolean;
}

export interface HonoApp {
  fetch: unknown;
  post(at: string, run: (call: TriplitCall) => unknown): void;
}

interface TriplitClient {
  query(collection: string): unknown;
  subscribe(
    query: unknown,
    onResults: (all: object[]) => void,
    onError: (error: unknown) => void,
    options: { onRemoteFulfilled: () => void },
  ): () => void;
  disconnect(): void;
}

export interface TriplitClientPackage {
  TriplitClient: new (options: object) => TriplitClient;
}
