/**
 * When this page was opened (ms since 1970, client clock). It splits the lists: `matches.news` returns the entries since then and stays
 * short. The query for older entries does not rerun for a new one. A wrong clock only moves the border.
 */
export const openedAt = Date.now();
