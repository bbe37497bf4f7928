/** The REST API, for programs other than our page: one route a line, under `/api`. Each calls the app's public function. */
import { ROUTABLE_HTTP_METHODS, type HttpRouter } from "convex/server";
import { httpAction } from "../_generated/server";
import { photoPath, restPath } from "../shared/paths";
import * as auth from "./auth";
import * as chat from "./chat";
import * as contact from "./contact";
import { descriptionOf } from "./description";
import type { Endpoint } from "./endpoint";
import * as matches from "./matches";
import * as moderator from "./moderator";
import type { Routes } from "./openApi";
import { readNumbers } from "./numbers";
import * as payments from "./payments";
import * as people from "./people";
import * as profiles from "./profiles";
import { PROOF_HEADER, refusal, Refused, reply } from "./reply";
import * as reports from "./reports";
import * as swipes from "./swipes";
import * as tickets from "./tickets";

type Route = Routes<Endpoint | payments.ExternalRoute>[string][number];
const get = (path: string, endpoint: Route[2]): Route => ["GET", path, endpoint];
const post = (path: string, endpoint: Route[2]): Route => ["POST", path, endpoint];
const remove = (path: string, endpoint: Route[2]): Route => ["DELETE", path, endpoint];

/** The routes, by feature word. A part in braces matches any text. Only fixed parts follow it. */
const routes: Record<string, Route[]> = {
  auth: [
    post("/auth/send-otp", auth.sendOtp),
    post("/auth/verify-otp", auth.verifyOtp),
    post("/auth/login", auth.login),
    post("/auth/reset-password", auth.requestReset),
    post("/auth/reset-password/{token}", auth.resetPassword),
    remove("/users/delete-account", auth.deleteAccount),
  ],
  profiles: [
    get("/users/me", profiles.me),
    post("/users/profile", profiles.saveProfile),
    post("/users/profile/image", profiles.saveImage),
  ],
  swipes: [
    get("/users/swipe", swipes.deck),
    post("/users/swipe", swipes.swipe),
    post("/users/swipe/undo", swipes.undo),
  ],
  matches: [
    get("/users/matches", matches.listMatches),
    get("/users/pending-likes", matches.pendingLikes),
    post("/users/respond-to-like", matches.respondToLike),
    post("/users/unmatch", matches.unmatch),
  ],
  chat: [
    get("/users/threads", chat.listThreads),
    get("/users/messages/{id}", chat.listMessages),
    post("/users/send-message", chat.sendMessage),
    post("/users/read-messages", chat.readMessages),
    post("/users/show-contacts", chat.showContacts),
  ],
  reports: [post("/users/report", reports.report), post("/users/block", reports.block)],
  payments: [
    post("/payments/create-order", payments.createOrder),
    post("/payments/verify", payments.verify),
    post("/payments/webhook", payments.fromProvider),
  ],
  moderator: [
    post("/moderator/login", auth.moderatorLogin),
    get("/moderator/pending-profiles", moderator.pendingProfiles),
    get("/moderator/stats", moderator.readStats),
    post("/moderator/process-profile/{id}", moderator.processProfile),
  ],
  people: [get("/organiser/people", people.listPeople), get("/organiser/people/{id}/export", people.exportPerson)],
  tickets: [post("/organiser/tickets", tickets.uploadTickets)],
  numbers: [get("/organiser/numbers", readNumbers)],
  contact: [post("/contact", contact.sendMessage)],
};

/** Mounts each route, the description, and a JSON response for every other request to this origin. */
export function mount(http: HttpRouter): void {
  for (const [method, path, endpoint] of Object.values(routes).flat()) {
    const handler =
      "handler" in endpoint
        ? endpoint.handler
        : httpAction(async (ctx, request) => {
            // Without fixed parts after the braces, the endpoint refuses bad values, an empty one too.
            if (endsOf(path).end && !fits(path, new URL(request.url).pathname)) return answerUnmatched(request);
            return await endpoint.answer(ctx, request, partInBraces(path, request));
          });
    http.route({ ...placeOf(path), method, handler });
  }
  const description = descriptionOf(routes);
  http.route({ path: `${restPath}/openapi.json`, method: "GET", handler: description.json });
  http.route({ path: `${restPath}/docs`, method: "GET", handler: description.page });
  for (const method of ROUTABLE_HTTP_METHODS) http.route({ pathPrefix: "/", method, handler: unmatched });
}

/** Responds to preflights, wrong methods and unknown paths. */
const unmatched = httpAction(async (_ctx, request) => answerUnmatched(request));

function answerUnmatched(request: Request): Response {
  const methods = methodsOf(new URL(request.url).pathname);
  if (methods.length === 0) return refusal(request, new Refused(404, "NOT_FOUND", "There is nothing here."), "");
  const allow = [...methods, "OPTIONS"].join(", ");
  if (request.method !== "OPTIONS") {
    return refusal(request, new Refused(405, "WRONG_METHOD", `This takes ${allow} only.`, { Allow: allow }), "");
  }
  return reply(request, null, 204, {
    Allow: allow,
    "Access-Control-Allow-Methods": allow,
    "Access-Control-Allow-Headers": `content-type, x-auth-token, ${PROOF_HEADER}`,
    "Access-Control-Max-Age": "7200",
  });
}

function methodsOf(pathname: string): string[] {
  const own = ["/openapi.json", "/docs"].map((path) => ["GET", path] as const);
  const pictures = ["GET", `${photoPath.slice(restPath.length)}{key}`] as const;
  return [...Object.values(routes).flat(), ...own, pictures]
    .filter(([, path]) => fits(path, pathname))
    .map(([method]) => method);
}

function fits(path: string, pathname: string): boolean {
  const { start, end } = endsOf(path);
  if (end === null) return pathname === start;
  const part = pathname.slice(start.length, pathname.length - end.length);
  return pathname.startsWith(start) && pathname.endsWith(end) && part !== "" && !part.includes("/");
}

function placeOf(path: string): { path: string } | { pathPrefix: string } {
  const { start, end } = endsOf(path);
  return end === null ? { path: start } : { pathPrefix: start };
}

/** Returns the path before and after the braces. `end` is null without braces. */
function endsOf(path: string): { start: string; end: string | null } {
  const [start = "", end = null] = path.split(/\{\w+\}/);
  return { start: restPath + start, end };
}

/** Returns the value in braces. One that cannot be decoded stays as it is, and is refused like an unknown id. */
function partInBraces(path: string, request: Request): string {
  const { start, end } = endsOf(path);
  if (end === null) return "";
  const { pathname } = new URL(request.url);
  const part = pathname.slice(start.length, pathname.length - end.length);
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
