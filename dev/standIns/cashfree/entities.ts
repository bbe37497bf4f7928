import { statusOf, type Order, type Payment, type Refund } from "./orders";

export function orderEntity(order: Order, now: number) {
  return {
    cf_order_id: order.cfId,
    created_at: indian(order.createdAt),
    customer_details: { ...order.customer, customer_uid: null },
    entity: "order",
    order_amount: order.amount,
    order_currency: order.currency,
    order_expiry_time: indian(order.expiresAt),
    order_id: order.id,
    order_meta: { return_url: order.returnUrl, notify_url: order.notifyUrl, payment_methods: order.paymentMethods },
    order_note: order.note,
    order_splits: [],
    order_status: statusOf(order, now),
    order_tags: order.tags,
    payment_session_id: order.session,
    terminal_data: null,
    cart_details: null,
  };
}

/** Returns a payment as the provider lists it. */
export function paymentEntity(order: Order, payment: Payment) {
  return {
    cf_payment_id: payment.id,
    order_id: order.id,
    entity: "payment",
    is_captured: payment.outcome === "SUCCESS",
    order_amount: order.amount,
    error_details: errorOf(payment),
    ...paymentFields(order, payment),
    payment_completion_time: payment.outcome === "PENDING" ? null : indian(payment.at),
  };
}

/** Returns a refund as the provider lists it. */
export function refundEntity(order: Order, refund: Refund) {
  return {
    cf_refund_id: refund.cfId,
    cf_payment_id: order.payments.find(({ outcome }) => outcome === "SUCCESS")?.id ?? null,
    order_id: order.id,
    refund_id: refund.id,
    entity: "refund",
    refund_amount: refund.amount,
    refund_currency: order.currency,
    refund_note: refund.note,
    refund_status: refund.status,
    refund_type: refund.type,
    refund_arn: null,
    refund_charge: 0,
    refund_mode: "STANDARD",
    status_description: "In Progress",
    created_at: indian(refund.at),
    processed_at: refund.status === "SUCCESS" ? indian(refund.at) : null,
  };
}

/** Returns a webhook about a payment. */
export function paymentEvent(order: Order, payment: Payment) {
  const { customer_id, customer_name, customer_email, customer_phone } = order.customer;
  const dropped = payment.outcome === "USER_DROPPED";
  return {
    data: {
      order: {
        order_id: order.id,
        order_amount: order.amount,
        order_currency: order.currency,
        order_tags: order.tags,
      },
      payment: {
        cf_payment_id: payment.id,
        ...paymentFields(order, payment),
        international_payment: { international: false },
        payment_surcharge: null,
      },
      customer_details: { customer_name, customer_id, customer_email, customer_phone },
      ...(!dropped && {
        payment_gateway_details: {
          gateway_name: "CASHFREE",
          gateway_order_id: order.cfId,
          gateway_payment_id: payment.id,
          gateway_order_reference_id: null,
          gateway_settlement: "CASHFREE",
          gateway_status_code: null,
        },
        payment_offers: null,
        terminal_details: null,
      }),
      ...(payment.outcome === "FAILED" && { error_details: errorOf(payment) }),
    },
    event_time: indian(payment.at),
    type: `PAYMENT_${payment.outcome}_WEBHOOK`,
  };
}

/** Returns a webhook about a refund. */
export function refundEvent(order: Order, refund: Refund) {
  return {
    data: { refund: refundEntity(order, refund) },
    event_time: indian(refund.at),
    type: "REFUND_STATUS_WEBHOOK",
  };
}

function paymentFields(order: Order, payment: Payment) {
  return {
    payment_status: payment.outcome,
    payment_amount: payment.amount,
    payment_currency: order.currency,
    payment_message: payment.message,
    payment_time: indian(payment.at),
    bank_reference: payment.outcome === "SUCCESS" ? payment.id : null,
    auth_id: "null",
    payment_method: {
      card: {
        channel: null,
        card_number: "XXXXXXXXXXXX1111",
        card_network: "visa",
        card_type: "credit_card",
        card_sub_type: "R",
        card_country: "IN",
        card_bank_name: "Others",
      },
    },
    payment_group: "credit_card",
  };
}

function errorOf({ outcome, message }: Payment) {
  if (outcome !== "FAILED") return null;
  return {
    error_code: "TRANSACTION_DECLINED",
    error_description: message,
    error_reason: "auth_declined",
    error_source: "customer",
    error_subcode_raw: null,
  };
}

/** The provider uses India's time zone. */
function indian(at: number): string {
  return new Date(at + 330 * 60_000).toISOString().replace(/\.\d+Z$/, "+05:30");
}
