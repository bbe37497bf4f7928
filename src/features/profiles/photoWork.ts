// The scripts for opening and sending photos. Loaded separately, because most visits to the form choose none.
export const loadOpening = () => import("./photoOpening");
export const loadSending = () => import("./sendPhoto");

/** Prefetches both. Failures show when a script is needed. */
export const preparePhotoWork = () => void Promise.all([loadOpening(), loadSending()]).catch(() => undefined);
