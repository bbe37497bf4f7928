import { httpRouter } from "convex/server";
import { auth } from "./auth";
import { photo } from "./profiles";

const http = httpRouter();

auth.addHttpRoutes(http);
http.route({ pathPrefix: "/api/photos/", method: "GET", handler: photo });

export default http;
