import type {
  ActionBuilder,
  HttpActionBuilder,
  MutationBuilder,
  QueryBuilder,
  GenericActionCtx,
  GenericMutationCtx,
  GenericQueryCtx,
  GenericDatabaseReader,
  GenericDatabaseWriter,
} from "convex/server";
import type { DataModel } from "./dataModel.js";

export declare const query: QueryBuilder<DataModel, "public">;
export declare const internalQuery: QueryBuilder<DataModel, "internal">;
export declare const mutation: MutationBuilder<DataModel, "public">;
export declare const internalMutation: MutationBuilder<DataModel, "internal">;
export declare const action: ActionBuilder<DataModel, "public">;
export declare const internalAction: ActionBuilder<DataModel, "internal">;
export declare const httpAction: HttpActionBuilder;
export type QueryCtx = GenericQueryCtx<DataModel>;
export type MutationCtx = GenericMutationCtx<DataModel>;
export type ActionCtx = GenericActionCtx<DataModel>;
export type DatabaseReader = GenericDatabaseReader<DataModel>;
export type DatabaseWriter = GenericDatabaseWriter<DataModel>;
export interface Env {
  readonly CONVEX_CLOUD_URL: string;
  readonly CONVEX_SITE_URL: string;
  readonly SITE_URL: string;
  readonly RESEND_API_KEY: string;
  readonly RESEND_BASE_URL?: string;
  readonly MAIL_FROM: string;
  readonly CONTACT_TO: string;
  readonly CASHFREE_BASE_URL: string;
  readonly CASHFREE_CLIENT_ID: string;
  readonly CASHFREE_CLIENT_SECRET: string;
  readonly CASHFREE_API_VERSION?: string;
  readonly JWT_PRIVATE_KEY: string;
  readonly JWKS: string;
  readonly RATE_LIMIT_SCALE?: string;
}
export declare const env: Env;
