/** A field's rule, and the message if it is broken. */
interface Field {
  required?: boolean;
  isValid: (value: unknown) => boolean;
  fieldRules?: Fields;
  message: string;
}
type Fields = Record<string, Field>;

const text = (min: number, max: number, pattern = /^/) => ({
  isValid: (value: unknown) =>
    typeof value === "string" && value.length >= min && value.length <= max && pattern.test(value),
  message: `should be a string of ${min} to ${max} characters`,
});
const rupees = {
  isValid: (value: unknown) =>
    typeof value === "number" && value >= 1 && Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
  message: "should be a number of at least 1 with at most 2 decimals",
};
const group = (fieldRules: Fields) => ({ isValid: isObject, fieldRules, message: "should be an object" });

export const orderFields: Fields = {
  order_id: text(3, 45, /^[A-Za-z0-9_-]+$/),
  order_amount: { required: true, ...rupees },
  order_currency: { required: true, isValid: (value) => value === "INR", message: "should be INR" },
  order_expiry_time: {
    isValid: (value) =>
      typeof value === "string" && /T.*(Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value)),
    message: "should be a time with its zone",
  },
  order_note: text(3, 200),
  order_tags: {
    isValid: (value) => isObject(value) && Object.values(value).every((tag) => text(1, 255).isValid(tag)),
    message: "should be an object of strings",
  },
  customer_details: {
    required: true,
    ...group({
      customer_id: { required: true, ...text(3, 50, /^[A-Za-z0-9_-]+$/) },
      customer_phone: { required: true, ...text(10, 10, /^\d+$/) },
      customer_name: text(3, 100),
      customer_email: text(3, 100, /^[^\s@]+@[^\s@]+$/),
    }),
  },
  order_meta: group({
    return_url: text(1, 250, /^https?:\/\//),
    // The real provider requires TLS. This machine's addresses have none.
    notify_url: text(1, 250, /^(https:\/\/|http:\/\/(127\.0\.0\.1|localhost)[:/])/),
    payment_methods: text(1, 250, /^[a-z,]+$/),
  }),
};

export const refundFields: Fields = {
  refund_id: { required: true, ...text(3, 40, /^[A-Za-z0-9]+$/) },
  refund_amount: { required: true, ...rupees },
  refund_note: text(3, 100),
  refund_speed: { isValid: (value) => value === "STANDARD" || value === "INSTANT", message: "should be STANDARD" },
};

/** Returns the provider's message for the first error in a body, or null. */
export function errorIn(fields: Fields, body: unknown, prefix = ""): { code: string; message: string } | null {
  if (!isObject(body)) return { code: "request_invalid", message: "body : should be a JSON object" };
  const unknown = Object.keys(body).find((name) => !(name in fields));
  if (unknown !== undefined) {
    return { code: "request_invalid", message: `${prefix}${unknown} : is not a field of this request` };
  }
  for (const [name, { required, isValid, fieldRules, message }] of Object.entries(fields)) {
    const value = body[name];
    if (value === undefined && required !== true) continue;
    if (value === undefined)
      return { code: `${name}_missing`, message: `${prefix}${name} : is missing in the request` };
    if (!isValid(value)) return { code: `${name}_invalid`, message: `${prefix}${name} : ${message}` };
    const nested = fieldRules === undefined ? null : errorIn(fieldRules, value, `${prefix}${name}.`);
    if (nested !== null) return nested;
  }
  return null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
