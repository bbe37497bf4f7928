/** A foreign page in the same browser cannot reach this machine's servers. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { chromium } from "@playwright/test";
import { launchOptions } from "./chromium";
import { expect, test } from "./fixtures";

/** Runs in the foreign page and sends in every way that needs no preflight. Returns whether the socket opened. */
const attack = async ({ address, path, body }: { address: string; path: string; body: string }) => {
  for (const type of ["text/plain", "application/x-www-form-urlencoded"]) {
    await fetch(address + path, { method: "POST", mode: "no-cors", headers: { "content-type": type }, body }).catch(
      () => null,
    );
  }
  await fetch(address + path, { method: "POST", mode: "no-cors", referrerPolicy: "no-referrer", body }).catch(
    () => null,
  );
  navigator.sendBeacon(address + path, body);
  const form = document.createElement("form");
  Object.assign(form, { method: "post", enctype: "text/plain", action: address + path, target: "sink" });
  const field = document.createElement("input");
  // As text/plain, name=value is the JSON in two parts.
  Object.assign(field, { name: body.slice(0, -1) + ',"', value: '":0}' });
  form.append(field);
  document.body.append(form);
  form.submit();
  const socket = new WebSocket(`${address.replace("http", "ws")}/api/1.0.0/sync`);
  const opened = await new Promise((resolve) => {
    socket.onopen = () => resolve(true);
    socket.onerror = () => resolve(false);
  });
  const read = await fetch(`${address}/messages`).then(
    () => true,
    () => false,
  );
  return { opened, read };
};

test("a page of another origin, or under a name bound to this machine, can use none of the product's servers", async ({
  ready,
}) => {
  const evilServer = createServer((_, response) => {
    response.setHeader("content-type", "text/html").end('<iframe name="sink"></iframe>');
  });
  await new Promise<void>((resolve) => evilServer.listen(0, "127.0.0.1", resolve));
  const { port } = evilServer.address() as AddressInfo;
  const args = [...(launchOptions.args ?? []), "--host-resolver-rules=MAP evil.example 127.0.0.1"];
  const browser = await chromium.launch({ ...launchOptions, args });
  try {
    const page = await browser.newPage();
    const fault = JSON.stringify({ status: 500, count: 99 });
    const call = JSON.stringify({ path: "contact:send", args: {} });
    for (const from of [`http://127.0.0.1:${port}`, `http://evil.example:${port}`]) {
      await page.goto(from);
      const addresses = [ready.appUrl, ready.convexUrl, ready.siteUrl, ready.mailUrl, ready.payUrl, ready.pushUrl];
      for (const address of [
        ...addresses,
        ...addresses.map((address) => address.replace("127.0.0.1", "evil.example")),
      ]) {
        const [path, body] = address.endsWith(new URL(ready.convexUrl).port)
          ? ["/api/action", call]
          : ["/faults", fault];
        expect(await page.evaluate(attack, { address, path, body }), address).toEqual({ opened: false, read: false });
      }
    }
    // If the attack had ordered a fault, this would fail.
    const mail = await fetch(`${ready.mailUrl}/emails`, { method: "POST", body: "{}" });
    expect(mail.status).not.toBe(500);
    expect((await fetch(`${ready.payUrl}/pg/orders/none`)).status).not.toBe(500);
    for (const address of [ready.appUrl, ready.mailUrl, ready.payUrl, ready.pushUrl, ready.siteUrl]) {
      const shown = await page.goto(address.replace("127.0.0.1", "evil.example"));
      expect(shown?.status(), address).toBe(403);
    }
  } finally {
    await browser.close();
    evilServer.close();
  }
});
