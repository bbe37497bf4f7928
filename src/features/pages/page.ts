/** A page that is only read: a title, a line under it, and sections. Text is data, so that a second language is a file. */
export interface Page {
  title: string;
  lead: string;
  /** When the text last changed, for pages that bind somebody; ISO date. */
  updated?: string;
  sections: Section[];
}

export interface Section {
  heading: string;
  /** A string is a paragraph, a list is a list. */
  body: (string | string[])[];
}
