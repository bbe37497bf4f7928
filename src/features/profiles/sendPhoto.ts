import { getFunctionName } from "convex/server";
import { ConvexError, convexToJson, jsonToConvex, type JSONValue } from "convex/values";
import { api } from "../../../convex/_generated/api";
import type { ShownPhoto } from "../../components/photoSources";

/** An uploaded photo. The form sends its `photoId`. */
export type Uploaded = ShownPhoto & { photoId: string };

/** Milliseconds. */
const TIMEOUT = 60_000;

/** Uploads a photo. Reports the share sent, 0 to 1. Throws like the client's other calls. */
export async function sendPhoto(
  photo: Blob,
  token: string | null,
  onProgress: (share: number) => void,
): Promise<Uploaded> {
  const args = convexToJson({ image: await photo.arrayBuffer(), contentType: photo.type });
  const path = getFunctionName(api.profiles.uploadPhoto);
  const body = JSON.stringify({ path, format: "convex_encoded_json", args: [args] });
  return uploadedOf(await post(body, token, onProgress));
}

/** Uses the deployment's HTTP API, because the client's WebSocket reports no upload progress. */
function post(body: string, token: string | null, onProgress: (share: number) => void): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `${String(import.meta.env.VITE_CONVEX_URL)}/api/action`);
    request.setRequestHeader("Content-Type", "application/json");
    if (token !== null) request.setRequestHeader("Authorization", `Bearer ${token}`);
    request.timeout = TIMEOUT;
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () => resolve(request.response);
    request.onerror = request.ontimeout = () => reject(new Error("The photo was not uploaded"));
    request.send(body);
  });
}

type ActionResponse = { status?: string; value?: JSONValue; errorData?: JSONValue };

function uploadedOf(response: unknown): Uploaded {
  const answer: ActionResponse = typeof response === "object" && response !== null ? response : {};
  if (answer.status === "success") return jsonToConvex(answer.value ?? null) as Uploaded;
  if (answer.errorData !== undefined) throw new ConvexError(jsonToConvex(answer.errorData));
  throw new Error("The deployment did not accept the photo");
}
