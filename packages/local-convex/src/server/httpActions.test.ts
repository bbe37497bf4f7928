import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import type { HttpActionResponse } from "../contract/core";
import { Authenticator } from "./authentication";
import { HttpActions } from "./httpActions";
import { InFlight } from "./inFlight";
import type { Services } from "./publicApi";
import { Redaction } from "./redaction";

let server: Server;
afterEach(() => void server.close());

test("a function stops when its client disconnects before the response", async () => {
  const cancel = vi.fn();
  let respond: (response: HttpActionResponse) => void = () => undefined;
  const http = () => new Promise<HttpActionResponse>((resolve) => (respond = resolve));
  const authenticator = new Authenticator("key", () => Promise.reject(new Error("There is no network.")));
  const services = { core: { http }, authenticator, redaction: new Redaction(true), inFlight: new InFlight() };
  const actions = new HttpActions(services as unknown as Services);
  actions.enabled = true;
  let handled: Promise<void> | undefined;
  let disconnected: Promise<unknown> | undefined;
  server = createServer((request, response) => {
    disconnected = once(response, "close");
    handled = actions.handle(request, response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await once(server, "request");

  client.destroy();
  await disconnected;
  respond({ status: 200, headers: [], body: (async function* () {})(), cancel });
  await handled;
  expect(cancel).toHaveBeenCalledOnce();
});
