/** The organisers' functions about money: orders, their totals and their export. */
import { paginationOptsValidator } from "convex/server";
import { v, type Infer } from "convex/values";
import { internal } from "./_generated/api";
import { internalMutation, internalQuery } from "./_generated/server";
import { organiserAction, organiserQuery } from "./functions";
import { recordIncident } from "./model/incidents";
import { checkSpan, exportOrders, listOrders } from "./model/money";
import { listDays, totalsOf } from "./model/payments/writing";
import * as shapes from "./validators/money";

const partArgs = { ...shapes.exportedSpan, cursor: v.union(v.string(), v.null()) };

/** Returns a page of orders, filtered by buyer, number, day or state. Without a filter: newest first. */
export const orders = organiserQuery({
  args: { ...shapes.orderFilter.fields, paginationOpts: paginationOptsValidator },
  returns: shapes.ordersPage,
  handler: async (ctx, { paginationOpts, ...filter }) => await listOrders(ctx, filter, paginationOpts),
});

export const totals = organiserQuery({
  args: {},
  returns: shapes.totals,
  handler: async (ctx) => ({ products: await totalsOf(ctx) }),
});

/** Returns the latest days with orders, each with its totals. */
export const days = organiserQuery({
  args: { most: v.number() },
  returns: shapes.listedDays,
  handler: async (ctx, { most }) => await listDays(ctx, most),
});

/** Returns a part of the orders between two days, oldest first. The first part logs who exported. */
export const exportPart = organiserAction({
  args: partArgs,
  returns: shapes.exportedOrders,
  handler: async (ctx, args): Promise<Infer<typeof shapes.exportedOrders>> => {
    checkSpan(args);
    if (args.cursor === null) await ctx.runMutation(internal.money.startExport, { organiserId: ctx.organiserId });
    return await ctx.runQuery(internal.money.readPart, args);
  },
});

export const startExport = internalMutation({
  args: { organiserId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { organiserId }) => await recordIncident(ctx, "ordersExported", { by: organiserId }),
});

export const readPart = internalQuery({
  args: partArgs,
  returns: shapes.exportedOrders,
  handler: async (ctx, { cursor, ...span }) => await exportOrders(ctx, span, cursor),
});
