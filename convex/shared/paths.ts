/** Paths of the HTTP actions. */
export const restPath = "/api";
/** A picture is at this path and its key. */
export const photoPath = `${restPath}/photos/`;
