/** A page that is only read: a title, a line under it, and sections. Text is data, so that a second language is one more file. */
export interface Page {
  title: string;
  lead: string;
  /**
   * When this text last changed, as an ISO date, for pages with legal force. Update it with the text. It does not belong to the festival.
   */
  updated?: string;
  sections: Section[];
}

export type Section = ReturnType<typeof section>;

/** A heading, and what is below it: a string is a paragraph, a list is a list. */
export function section(heading: string, ...body: (string | string[])[]) {
  return { heading, body };
}
