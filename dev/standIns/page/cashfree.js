(() => {
  const home = new URL(document.currentScript.src).origin;

  globalThis.Cashfree = function ({ mode } = {}) {
    if (mode !== "production" && mode !== "sandbox") throw new Error("mode should be production or sandbox");
    return { checkout: (order) => Promise.resolve(checkout(order ?? {})) };
  };

  function checkout({ paymentSessionId, redirectTarget = "_self" }) {
    if (typeof paymentSessionId !== "string" || !paymentSessionId.startsWith("session_")) {
      return {
        error: { message: "paymentSessionId is not present or is invalid", code: "payment_session_id_invalid" },
      };
    }
    if (redirectTarget !== "_self") return { error: { message: "Only the same window is supported here" } };
    const form = document.createElement("form");
    form.method = "POST";
    form.action = `${home}/pg/view/sessions/checkout`;
    const field = document.createElement("input");
    field.type = "hidden";
    field.name = "payment_session_id";
    field.value = paymentSessionId;
    form.append(field);
    document.body.append(form);
    form.submit();
    // The browser leaves the page, so the promise never resolves.
    return new Promise(() => undefined);
  }
})();
