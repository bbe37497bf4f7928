/** A text page: a title, a lead, and sections. Text is data, so that a second language is one more file. */
export interface Page {
  title: string;
  lead: string;
  /** The ISO date of this text's last change, for pages with legal force. Update it with the text. It is independent of the festival. */
  updated?: string;
  sections: Section[];
}

export type Section = ReturnType<typeof section>;

/** Returns a section. In `body`, a string is a paragraph, an array is a list. */
export function section(heading: string, ...body: (string | string[])[]) {
  return { heading, body };
}
