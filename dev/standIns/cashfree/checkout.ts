import type { Order } from "./orders";

/** Returns the payment page. All of its content comes from the order, so it needs no script. */
export function checkoutPage(order: Order): string {
  const amount = money(order);
  return page(
    `Pay ${amount}`,
    `
    <p>${escapeHtml(order.note ?? "Test shop")}</p>
    <p class="amount">${amount}</p>
    <p class="quiet">Order ${escapeHtml(order.id)}</p>
    <form method="post" action="/checkout">
      <input type="hidden" name="session" value="${escapeHtml(order.session)}" />
      <h2>Card</h2>
      <label>Card number
        <input name="number" inputmode="numeric" autocomplete="off" value="4111 1111 1111 1111" />
      </label>
      <div class="row">
        <label>Expiry <input name="expiry" inputmode="numeric" autocomplete="off" value="03 / 28" /></label>
        <label>CVV <input name="cvv" inputmode="numeric" autocomplete="off" value="123" /></label>
      </div>
      <label>Name on card <input name="name" autocomplete="off" value="${escapeHtml(order.customer.customer_name ?? "")}" /></label>
      <button class="pay" name="outcome" value="SUCCESS">Pay ${amount}</button>
      <div class="row">
        <button name="outcome" value="FAILED">Fail</button>
        <button name="outcome" value="USER_DROPPED">Cancel</button>
      </div>
    </form>
    <p class="quiet">A stand-in on this machine. No money moves, and nothing you type here is read.</p>`,
  );
}

/** Returns the page for an order that cannot be paid, with the reason. */
export function closedPage(sentence: string, back: string | null): string {
  const link = back === null ? "" : `<p><a class="pay" href="${escapeHtml(back)}">Go back to the shop</a></p>`;
  return page(sentence, `<h1>${escapeHtml(sentence)}</h1>${link}`);
}

/** Returns the page that lists all orders, newest first. */
export function overviewPage(orders: { order: Order; status: string }[]): string {
  const rows = orders.map(
    ({ order, status }) =>
      `<tr><td>${escapeHtml(order.id)}</td><td>${escapeHtml(order.note ?? "")}</td><td>${money(order)}</td><td>${status}</td></tr>`,
  );
  const table =
    rows.length === 0 ? "<p>No order yet. Buy something in the app.</p>" : `<table>${rows.join("")}</table>`;
  return page("Orders", `<h1>Orders</h1>${table}`, "wide");
}

/** Returns the URL that the buyer returns to, or null. */
export function returnAddress({ returnUrl, id }: Order): string | null {
  return returnUrl?.replaceAll("{order_id}", encodeURIComponent(id)) ?? null;
}

function page(title: string, body: string, kind = ""): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escapeHtml(title)}</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/page.css" />
  </head>
  <body><main class="checkout ${kind}">${body}</main></body>
</html>
`;
}

function money({ amount, currency }: Order): string {
  return `${currency === "INR" ? "₹" : `${escapeHtml(currency)} `}${amount.toFixed(2)}`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
