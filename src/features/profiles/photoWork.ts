// The scripts that open photos and send them. Most visits to the form choose none, so they are loaded apart.
export const loadOpening = () => import("./openPhoto");
export const loadSending = () => import("./sendPhoto");

/** Loads both. A failure is seen when one of them is needed. */
export const preparePhotoWork = () => void Promise.all([loadOpening(), loadSending()]).catch(() => undefined);
