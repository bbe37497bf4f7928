import "../lib/promptEffects";
import { afterEach } from "vitest";
import type { JSONValue } from "convex/values";
import "../styles/index.css";
import { handleBackButton } from "../components/useBackCloses";
import { setFestivalOfPage } from "../lib/festival";
import { festival } from "./festival";
import { FakeSocket } from "./fakeSocket";
import { clearPage, deployment } from "./page";
import type { FakeDeployment, Outcome } from "./fakeDeployment";

const address = String(import.meta.env.VITE_CONVEX_URL);
const { WebSocket: RealSocket, XMLHttpRequest: RealRequest, fetch: realFetch } = window;

// Requests to the deployment stay in the page. All others, like the test runner's, go out.
window.WebSocket = new Proxy(RealSocket, {
  construct: (_, [url, ...rest]: ConstructorParameters<typeof WebSocket>) =>
    String(url).startsWith(address.replace("http", "ws")) ? new FakeSocket(deployment) : new RealSocket(url, ...rest),
});
window.fetch = (input, init) =>
  String(input instanceof Request ? input.url : input).startsWith(address)
    ? fakeFetch(deployment, String(init?.body))
    : realFetch(input, init);
window.XMLHttpRequest = new Proxy(RealRequest, { construct: () => new FakeRequest(deployment) });

setFestivalOfPage(festival);
handleBackButton();
afterEach(clearPage);

type CallBody = { path: string; args: [JSONValue] };

/** Replaces `fetch` for function calls to the deployment. */
async function fakeFetch(deployment: FakeDeployment, body: string): Promise<Response> {
  return Response.json(await call(deployment, body));
}

/** Replaces XMLHttpRequest for photo uploads to the deployment. */
class FakeRequest {
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  ontimeout: (() => void) | null = null;
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = { onprogress: null };
  response: unknown = null;
  responseType = "";
  timeout = 0;
  readonly #deployment: FakeDeployment;

  constructor(deployment: FakeDeployment) {
    this.#deployment = deployment;
  }

  open(): void {}
  setRequestHeader(): void {}

  send(body: string): void {
    void call(this.#deployment, body).then(
      (result) => {
        this.response = result;
        this.onload?.();
      },
      () => this.onerror?.(),
    );
    this.upload.onprogress?.({ loaded: body.length, total: body.length });
  }
}

async function call(deployment: FakeDeployment, body: string) {
  if (!deployment.isReachable) throw new TypeError("Failed to fetch");
  const { path, args } = JSON.parse(body) as CallBody;
  return answerOf(await deployment.run(path, args[0]));
}

function answerOf(outcome: Outcome) {
  if (outcome.success) return { status: "success", value: outcome.value, logLines: [] };
  return { status: "error", errorMessage: outcome.message, errorData: outcome.data, logLines: [] };
}
