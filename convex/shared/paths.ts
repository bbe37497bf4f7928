export const restPath = "/api";
/** Below this path a picture is at its key. */
export const photoPath = `${restPath}/photos/`;
