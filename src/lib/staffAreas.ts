/** The first part of every URL of the staff. */
export const staffAreas = ["/moderator", "/organiser", "/staff"];
