import { httpRouter } from "convex/server";
import { mountKeys } from "./authKeys";
import { photo } from "./profiles";
import { mount } from "./rest/routes";
import { photoPath } from "./shared/paths";

const http = httpRouter();

mountKeys(http);
http.route({ pathPrefix: photoPath, method: "GET", handler: photo });
mount(http);

export default http;
