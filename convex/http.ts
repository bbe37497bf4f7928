import { httpRouter } from "convex/server";
import { auth } from "./auth";
import { photo, photoPath } from "./profiles";
import { mount } from "./rest";

const http = httpRouter();

auth.addHttpRoutes(http);
http.route({ pathPrefix: photoPath, method: "GET", handler: photo });
mount(http);

export default http;
