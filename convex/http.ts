import { httpRouter } from "convex/server";
import { auth } from "./auth";
import { photo, photoPath } from "./profiles";

const http = httpRouter();

auth.addHttpRoutes(http);
http.route({ pathPrefix: photoPath, method: "GET", handler: photo });

export default http;
