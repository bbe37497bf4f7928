import { afterEach } from "vitest";
import "../styles/index.css";
import { followBack } from "../components/useBackCloses";
import { setFestivalOfPage } from "../lib/festival";
import { fakeFetch, FakeRequest } from "./fakeHttp";
import { festival } from "./festival";
import { FakeSocket } from "./fakeSocket";
import { clearPage, deployment } from "./page";

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
followBack();
afterEach(clearPage);
