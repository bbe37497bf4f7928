/**
 * When this page was opened, by its own clock, in ms since 1970. It parts the lists: `matches.news` has the entries since then and stays
 * short, and the rest does not run again for a new entry. A wrong clock moves the border and loses nothing.
 */
export const openedAt = Date.now();
