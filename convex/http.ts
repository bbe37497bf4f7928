import { httpRouter } from "convex/server";
import { mountKeys } from "./authKeys";
import { photo, photoPath } from "./profiles";
import { mount } from "./rest/routes";

const http = httpRouter();

mountKeys(http);
http.route({ pathPrefix: photoPath, method: "GET", handler: photo });
mount(http);

export default http;
